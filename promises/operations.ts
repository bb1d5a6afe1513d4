import type { ProductPromise } from './promise.ts';

const CLOCK_TEST = 'api/http/database-clock.test.ts';
const TRACING = 'projector/tracing/start-tracing.ts';
const TRACING_TEST = 'api/http/tracing.drill.test.ts';
const REBUILD_TEST = 'projector/rebuild.drill.test.ts';

/** What whoever runs several machines may rely on. */
export const operations: readonly ProductPromise[] = [
  {
    id: 'back-from-a-standby',
    promise:
      'After Postgres has changed the machine nothing goes on asking the one that takes no writes any more.',
    source: 'design: §10',
    sabotage: [
      {
        file: 'projector/bounded-pool.ts',
        from: 'else if (error.code === READ_ONLY) withoutWrites.add(this);',
        to: '',
      },
    ],
    red: [
      [
        'projector/database.int.test.ts',
        'a connection to a Postgres that takes no writes is not kept: behind the same address another one may lead by now',
      ],
    ],
  },
  {
    id: 'whatever-a-role-brings',
    promise:
      'Times, texts and locks mean the same whatever the role or the database sets otherwise than Postgres does.',
    source: 'fault: a database with settings of its own',
    sabotage: [
      {
        file: 'projector/usual-client.ts',
        from: 'return { ...starting.getStartupConf.call(this), ...USUAL };',
        to: 'return starting.getStartupConf.call(this);',
      },
    ],
    red: [
      [
        'projector/database.int.test.ts',
        'what a database sets otherwise than Postgres does changes nothing of what is read',
      ],
    ],
  },
  {
    id: 'limits-outlive-the-vault-key',
    promise: "What callers have asked still counts while the vault's key is replaced.",
    source: 'README: settings',
    sabotage: [
      {
        file: 'api/server.ts',
        from: "await programKey(pool, masterKeys, 'limits')",
        to: "(await programKey(pool, masterKeys, 'limits'), masterKeys[0])",
      },
    ],
    red: [
      [
        'api/ops/rotate-vault-key.drill.test.ts',
        'what a caller has asked still counts while the key is replaced, whichever of the two a replica seals with',
      ],
    ],
  },
  {
    id: 'one-clock-for-all-replicas',
    promise: 'A machine whose clock is wrong has the time of Postgres.',
    source: 'fault 15',
    sabotage: [
      {
        file: 'api/http/database-clock.ts',
        from: 'if (Math.abs(found - ahead) > TOLERANCE + way) ahead = found;',
        to: '',
      },
    ],
    red: [[CLOCK_TEST, 'time goes on while Postgres is away, and follows another one when it is back']],
  },
  {
    id: 'a-leap-changes-no-time',
    promise: 'A clock that is set while the program runs changes nothing.',
    source: 'fault 15',
    sabotage: [
      {
        file: 'api/http/database-clock.ts',
        from: 'clock: () => Math.round(monotonic() + ahead)',
        to: 'clock: () => Math.round(wall() + ahead - ahead)',
      },
    ],
    red: [[CLOCK_TEST, 'a clock that is set while the program runs changes nothing, not even for a moment']],
  },
  {
    id: 'told-twice-counts-once',
    promise: 'An event that the store tells twice in a row is applied once and stops nothing.',
    source: 'fault 10',
    sabotage: [
      {
        file: 'projector/progress/write-batch.ts',
        from: 'if (behind === 0 && id === before?.id) return false;',
        to: '',
      },
    ],
    red: [
      [
        'projector/progress/write-batch.drill.test.ts',
        'an event that is told twice counts once, within a batch and between two; one that comes too late stops it',
      ],
    ],
  },
  {
    id: 'projector-names-the-missing-right',
    promise:
      'A projector whose user may not read the ledger does not begin, and says which right is missing.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/unfit-stores.ts',
        from: 'return right ?? (fault && WORDS[fault]);',
        to: 'return fault && WORDS[fault];',
      },
    ],
    red: [
      [
        'projector/unfit-stores.drill.test.ts',
        'a user who may not read the ledger: `main.ts %s` does not begin, and names the right',
      ],
    ],
  },
  {
    id: 'a-start-says-what-its-user-could-take-away',
    promise:
      'A program whose user of the event store may delete streams, or set their metadata, starts and says so; the look at it changes nothing.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/store-rights.ts',
        from: 'if (tooMany.length > 0)',
        to: 'if (tooMany.length > 9)',
      },
    ],
    red: [
      [
        'projector/store-rights.int.test.ts',
        'a start warns of a user who may %s, without a trace in the store',
      ],
    ],
  },
  {
    id: 'a-rebuild-waits-for-no-lock-for-ever',
    promise: 'A lock that somebody keeps ends a rebuild in time.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/rebuild.ts',
        from: '{ statement: compare, lock, idleInTransaction: 0 }',
        to: '{ statement: 5_000, lock: 0, idleInTransaction: 0 }',
      },
    ],
    red: [
      [
        REBUILD_TEST,
        'a lock that somebody keeps ends a rebuild in time and not the live read models; the next one goes on',
      ],
    ],
  },
  {
    id: 'a-projector-that-failed-catches-up',
    promise: 'A projector that could write nothing for a while catches up with a ledger that goes on.',
    source: 'operations',
    sabotage: [{ file: 'projector/projection.ts', from: 'const GROWTH = 1.1;', to: 'const GROWTH = 1;' }],
    red: [
      [
        'projector/projector.drill.test.ts',
        'who has failed for a while goes on in small batches, which grow again although it is far behind',
      ],
    ],
  },
  {
    id: 'a-standby-whose-postgres-is-gone',
    promise: 'Who stands by when the machine of Postgres is gone takes over at the one in its place.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/projection.ts',
        from: 'return answerWithin(this.#limits.patience, work);',
        to: 'return work();',
      },
    ],
    red: [
      [
        'projector/frozen.drill.test.ts',
        'who stands by when the machine of Postgres is gone takes over at the next one, and does not wait for the old',
      ],
    ],
  },
  {
    id: 'a-rebuild-loses-nothing-that-comes-meanwhile',
    promise:
      'What comes in the moment in which rebuilt read models take the place of the old ones is in them.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/rebuild.ts',
        from: 'await control.query(`update ${LIVE_SCHEMA}.checkpoint set epoch = -1`);',
        to: '',
      },
    ],
    red: [
      [
        REBUILD_TEST,
        'what comes while the new ones are put in the place of the old is in the new ones, and who led leads on',
      ],
    ],
  },
  {
    id: 'an-audit-beside-a-rebuild',
    promise:
      'A rebuild that comes in between makes no audit say that the read models differ from the ledger.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/audit/read-model-audit.ts',
        from: 'differenceOf(table, { db: live, schema }, expected)',
        to: 'differenceOf(table, { db: live, schema: LIVE_SCHEMA }, expected)',
      },
    ],
    red: [
      [
        REBUILD_TEST,
        'an audit that began before a swap compares the ones that it began with, and finds no fault in them',
      ],
    ],
  },
  {
    id: 'no-export-is-shorter-in-silence',
    promise: 'A rebuild that comes in between leaves no export with fewer rows than were counted and noted.',
    source: 'operations',
    sabotage: [
      {
        file: 'api/resources/exports/export-file.ts',
        from: 'if ((await schemaId(pool, LIVE_SCHEMA)) !== before)',
        to: "if (before === '')",
      },
    ],
    red: [
      [
        'api/resources/exports/activity-export.int.test.ts',
        'a file whose read models a rebuild replaces once its rows are counted is to be asked for anew, and is not an empty one',
      ],
    ],
  },
  {
    id: 'a-rebuild-beside-a-reader',
    promise: 'Who still reads the old read models fails no rebuild.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/rebuild.ts',
        from: 'return `${PREVIOUS_SCHEMA}_${await schemaId(control, LIVE_SCHEMA)}`;',
        to: 'return PREVIOUS_SCHEMA;',
      },
    ],
    red: [
      [
        REBUILD_TEST,
        'who reads the old ones for long fails no rebuild: they are dropped by the first one behind that',
      ],
    ],
  },
  {
    id: 'a-sweep-beside-an-older-copy',
    promise: 'While an older copy stands in for the event store no file of a newer track is deleted.',
    source: 'operations',
    sabotage: [
      {
        file: 'api/resources/music/uploads.ts',
        from: 'where track.track_id = file.track_id and not removed)',
        to: 'where false)',
      },
    ],
    red: [
      [
        'api/resources/music/music.int.test.ts',
        'lets nothing be swept up that the read models name: the event store may be an older copy',
      ],
    ],
  },
  {
    id: 'a-projection-belongs-to-its-request',
    promise: 'The batch that shows an event is in the trace of the request that made it.',
    source: 'operations',
    sabotage: [
      {
        file: TRACING,
        from: '      begins = traceIdsOf(requestId);\n',
        to: '',
      },
    ],
    red: [
      [
        TRACING_TEST,
        'a request is one trace, from its call over the command and the append to the read models',
      ],
    ],
  },
  {
    id: 'traces-name-nobody',
    promise: 'A trace says the pattern of a path and never the path.',
    source: 'operations',
    sabotage: [
      {
        file: 'api/http/middleware/trace-requests.ts',
        from: "const route: string = ctx._matchedRoute ?? 'none';",
        to: 'const route: string = ctx.path;',
      },
    ],
    red: [[TRACING_TEST, 'nothing of a person is in it']],
  },
  {
    id: 'seen-of-another-ledger',
    promise: 'What a process saw of a ledger that may be gone keeps nobody from being paid.',
    source: 'operations',
    sabotage: [
      {
        file: 'ledger/processes/referral-rewards.ts',
        from: '      done = new RecentMap(DONE_REMEMBERED);\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/referral-rewards.test.ts',
        'what it has seen in the ledger it does not ask for, and what it saw of one that may be another counts for nothing',
      ],
    ],
  },
  {
    id: 'newest-missing-for-a-moment',
    promise:
      'A node that has just begun to lead, and lacks the newest events for a moment, is not taken for a store that was restored.',
    source: 'operations',
    sabotage: [
      {
        file: 'ledger/following/same-ledger.ts',
        from: 'if (isReached || performance.now() >= until) return head;',
        to: 'return head;',
      },
    ],
    red: [
      [
        'ledger/following/same-ledger.test.ts',
        'who has just begun to lead a cluster lacks the newest for a moment: that is no other ledger',
      ],
    ],
  },
  {
    id: 'come-from-a-lost-ledger',
    promise: 'Of a ledger that has lost what it held, processes are told nothing more that had come already.',
    source: 'operations',
    sabotage: [
      {
        file: 'ledger/processes/follower.ts',
        from: '        if (broken.signal.aborted) break;\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/start-processes.test.ts',
        'of a ledger that has lost what it held, nothing more is told that had come already',
      ],
    ],
  },
  {
    id: 'filters-not-counted',
    promise: 'How many users a filter of the admins lets through is kept, and right.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/read-models/stats/project.ts',
        from: 'user.total_rewards === user.claimed_rewards ? 0 : 1',
        to: 'user.total_rewards === user.claimed_rewards ? 1 : 0',
      },
    ],
    red: [
      [
        'projector/read-models/read-models.drill.test.ts',
        'any ledger in any batches, each twice, gives every row that a plain fold gives',
      ],
    ],
  },
  {
    id: 'batches-leave-no-trace',
    promise: 'The rows of a read model say nothing of the batches that its events came in.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/read-models/referrals/project.ts',
        from: '= (0, 0, 0) then delete',
        to: '= (0, 0, -1) then delete',
      },
    ],
    red: [
      [
        'projector/read-models/read-models.drill.test.ts',
        'any ledger in any batches, each twice, gives every row that a plain fold gives',
      ],
    ],
  },
  {
    id: 'a-slow-witness-is-slow-alone',
    promise: 'A witness that does not answer keeps no other waiting.',
    source: 'docs/audit.md: Seals',
    sabotage: [
      {
        file: 'api/notary/witnesses.ts',
        from: 'asked.set(key, askNow(witness, seal, known.get(key)));',
        to: 'await askNow(witness, seal, known.get(key));',
      },
    ],
    red: [
      [
        'api/notary/witnesses.int.test.ts',
        'one that does not answer keeps no other waiting: that one is asked about each newer seal',
      ],
    ],
  },
  {
    id: 'no-false-alarm-of-a-witness',
    promise: 'A witness that looks at a ledger which asks it in the same moment raises no alarm.',
    source: 'docs/audit.md: Seals',
    sabotage: [{ file: 'ledger/witness/follow-log.ts', from: 'if (size < before)', to: 'if (size < known)' }],
    red: [
      [
        'ledger/witness/log-that-asks.int.test.ts',
        'and is looked at in the same moment gets its cosignature, and no false alarm',
      ],
    ],
  },
  {
    id: 'imported-whatever-was-typed',
    promise: 'An export of a ledger is imported whatever somebody typed or pasted into it.',
    source: 'ledger/embedded/README.md',
    sabotage: [
      {
        file: 'ledger/embedded/commands/import.ts',
        from: 'textLines(createReadStream(file))',
        to: "(await import('node:readline')).createInterface({ input: createReadStream(file) })",
      },
    ],
    red: [
      [
        'ledger/embedded/commands/commands.drill.test.ts',
        'streams, ids, types, data, metadata and order arrive; a second import changes nothing',
      ],
    ],
  },
  {
    id: 'a-rebuild-that-differs-is-accepted-by-somebody',
    promise: 'Rebuilt read models that differ take no place unless the operator says so.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/main.ts',
        from: "acceptDifferences = values['accept-differences']",
        to: "acceptDifferences = command === 'rebuild' || values['accept-differences']",
      },
    ],
    red: [
      [
        'projector/stack.drill.test.ts',
        'the command rebuilds: what differs keeps the live ones, and is told, unless it is accepted',
      ],
    ],
  },
  {
    id: 'the-file-of-the-password-is-its-owners',
    promise: 'Nobody else on the machine reads the password of the embedded Postgres.',
    source: 'operations',
    sabotage: [
      {
        file: 'projector/embedded-postgres/cluster.ts',
        from: '{ mode: 0o600 }',
        to: '{ mode: 0o644 }',
      },
    ],
    red: [
      [
        'projector/embedded-postgres.drill.test.ts',
        'is reached over a Unix socket that only the owner of its folder can use, and by TCP',
      ],
    ],
  },
  {
    id: 'a-lost-lead-lets-go-at-once',
    promise:
      'Who has lost the lead, or is told to stop, lets go of Postgres at once, whatever that is at work on.',
    source: 'design: §10',
    sabotage: [
      {
        file: 'projector/bounded-pool.ts',
        from: 'Object.assign(this, { pipeline: false });',
        to: '',
      },
    ],
    red: [
      [
        'projector/progress/write-batch.drill.test.ts',
        'a connection that is closed in the midst of a batch ends it at once, whatever Postgres is at work on',
      ],
    ],
  },
  {
    id: 'a-batch-says-why-it-failed',
    promise:
      'What Postgres refuses is told in its own words, and a fault for good is not tried again for ever.',
    source: 'design: §9',
    sabotage: [
      {
        file: 'projector/progress/apply-batch.ts',
        from: 'const together = writeTogether(db, await version);',
        to: 'const together = writeTogether(tellingTheFirst(client), await version);',
      },
    ],
    red: [
      [
        'projector/progress/write-batch.drill.test.ts',
        'of a batch of %i events what fails first is what is told, also where others have been asked behind it',
      ],
    ],
  },
  {
    id: 'unhurried-first-start',
    promise:
      'A first start with replicas waits for no read models of a long ledger, and calls nobody unhealthy for them.',
    source: 'fault: a long ledger',
    sabotage: [
      { file: 'docker-compose.yml', from: 'start_period: *while-built', to: 'start_period: 2m' },
      {
        file: 'compose.replicas.yml',
        from: 'api:\n        condition: service_started',
        to: 'api:\n        condition: service_healthy',
      },
    ],
    red: [
      [
        'scripts/docker-compose.test.ts',
        'nobody is called unhealthy while read models are built, which ends an upgrade at once: patience alone does',
      ],
      [
        'scripts/docker-compose.test.ts',
        'no part of a first start waits for the read models of a long ledger: pages are served meanwhile',
      ],
    ],
  },
  {
    id: 'a-page-outlives-its-release',
    promise: 'A page of a release that has left before its program was fetched is loaded anew.',
    source: 'docs/architecture.md: the page',
    sabotage: [{ file: 'ui/build/start-program.js', from: ' || gone === 4', to: '' }],
    red: [
      [
        'ui/e2e/paint.screens.e2e.ts',
        'a page of a release that has left before its program was fetched is loaded anew, and answers',
      ],
    ],
  },
  {
    id: 'whole-ui-at-the-start',
    promise: 'A program begins with a whole UI, not with half of one that is being built.',
    source: 'fault: two starts in one folder',
    sabotage: [
      { file: 'api/http/ui/built-ui.ts', from: 'if (!files.has(path)) throw', to: 'if (false) throw' },
    ],
    red: [['api/http/ui/built-ui.test.ts', 'a program does not begin with half of what is being built']],
  },
  {
    id: 'command-on-a-program-that-rests',
    promise: 'A command on a program that does not run says that none can start until it has ended.',
    source: 'fault: a backup and a start at once',
    sabotage: [{ file: 'api/ops/reach-stores.ts', from: 'tell?.(', to: 'String(' }],
    red: [
      [
        'api/ops/reach-stores.drill.test.ts',
        'a command on a program that does not run says that none can start until it has ended, and so does who tries',
      ],
    ],
  },
  {
    id: 'long-files',
    promise: 'A file of data is waited for as long as more of it comes.',
    source: 'fault: a huge amount',
    sabotage: [{ file: 'ui/src/lib/api/fetch-file.ts', from: '      heard();\n', to: '' }],
    red: [
      [
        'ui/src/lib/api/fetch-file.test.ts',
        'a file that comes slowly comes all the same; one that comes no more is none',
      ],
    ],
  },
];
