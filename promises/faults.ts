import type { ProductPromise } from './promise.ts';

/** What holds when machines and networks fail. */
export const faults: readonly ProductPromise[] = [
  {
    id: 'synced-at-every-commit',
    promise: 'What a client was told is stored survives a power cut.',
    source: 'fault: power',
    sabotage: [
      {
        file: 'ledger/embedded/store/open.ts',
        from: 'PRAGMA synchronous = FULL',
        to: 'PRAGMA synchronous = OFF',
      },
    ],
    red: [
      [
        'ledger/embedded/store/open.test.ts',
        'what a client was told is stored is on the disk: the log is synced at every commit',
      ],
    ],
  },
  {
    id: 'mass-act-of-a-late-node',
    promise: 'An act on all accounts leaves nobody out whose last events the node lacks that was asked.',
    source: 'fault: a node of the event store that is behind',
    sabotage: [
      {
        file: 'ledger/aggregates.ts',
        from: '    if (nextOf(read) <= revision) throw new NodeBehind(stream, revision);\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts.test.ts',
        'a %s leaves nobody out whose last events a node lacks: it waits for one that has them',
      ],
    ],
  },
  {
    id: 'mass-act-looks-again',
    promise:
      'An act on all accounts takes nothing that was earned since, whoever acts on the account meanwhile.',
    source: 'fault: two processes act on one account',
    sabotage: [
      {
        file: 'ledger/execute-command.ts',
        from: '      if (madeAt !== undefined && madeAt !== aggregate.end?.revision) throw new StreamMovedOn();\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts-beside-others.test.ts',
        'a %s looks again at an account that has moved on since it was looked at, also to the very same figures',
      ],
      [
        'ledger/processes/mass-acts-beside-others.test.ts',
        'what another process has done to an account since it was kept in memory is seen',
      ],
    ],
  },
  {
    id: 'mass-act-is-begun',
    promise: 'An act on all accounts is carried out, also where a node lacked its request when it was told.',
    source: 'fault: a node of the event store that is behind',
    sabotage: [
      {
        file: 'ledger/mass-acts/read-mass-acts.ts',
        from: '  if (told && (end ?? -1n) < told.revision) throw new NodeBehind(told.stream, told.revision);\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts-beside-others.test.ts',
        'an act whose request the node that is asked lacks is not over before it has begun: it is told again',
      ],
    ],
  },
  {
    id: 'raffle-of-a-late-node',
    promise: 'A raffle that was begun is drawn, also where a node lacked it when it was looked for.',
    source: 'fault: a node of the event store that is behind',
    sabotage: [
      {
        file: 'ledger/raffles/run-raffle.ts',
        from: "  if (known.stage === 'none') {\n",
        to: '  if (known.number < 0) {\n',
      },
    ],
    red: [
      [
        'ledger/raffles/run-raffle.test.ts',
        'that the node which is asked does not have is not over: nothing is done, and it is told again',
      ],
    ],
  },
  {
    id: 'set-aside-late-all',
    promise: 'However many events fail again and again that are told late, those behind them are told.',
    source: 'fault: a platform that is away for long',
    sabotage: [
      {
        file: 'ledger/processes/drain.ts',
        from: 'lateUpTo = beginLate(',
        to: 'beginLate(',
      },
    ],
    red: [
      [
        'ledger/processes/drain.test.ts',
        'a hundred events that are told late and fail again and again keep no other from being told',
      ],
    ],
  },
  {
    id: 'set-aside-of-a-late-node',
    promise: 'What waits for the end of an outage is done once the node has it, in the order of its lane.',
    source: 'fault: a node of the event store that is behind',
    sabotage: [
      {
        file: 'ledger/processes/drain.ts',
        from: 'if (!event) throw new LedgerUnavailable(new Error(',
        to: 'if (!event) throw new TypeError(String(',
      },
    ],
    red: [
      [
        'ledger/processes/drain.test.ts',
        'an event that the node which is asked does not have yet is asked for again, before what stands behind it',
      ],
    ],
  },
  {
    id: 'begun-work-is-not-dismissed',
    promise:
      'No admin dismisses what began a raffle or an act on all accounts: no other could begin any more.',
    source: 'fault: an event that a process cannot handle',
    sabotage: [
      {
        file: 'api/processes/set-aside-decisions.ts',
        from: 'and process not in (${processes})',
        to: "and process <> ''",
      },
    ],
    red: [
      [
        'api/resources/admin-acts/set-aside.int.test.ts',
        'of %s is not dismissed: what it began would never end, and nothing else could begin',
      ],
    ],
  },
  {
    id: 'a-copy-is-known-for-one',
    promise: 'Who begins after a crash does not take the places of a copied ledger for those of this one.',
    source: 'fault: a process that is killed',
    sabotage: [
      {
        file: 'api/processes/moved-ledger.ts',
        from: 'await known(pool) : await keepUnknown(pool);',
        to: 'await known(pool) : EVERYWHERE;',
      },
    ],
    red: [
      [
        'api/processes/moved-ledger.int.test.ts',
        'who dies before the event store has said it, and after something was followed, leaves it to be learned',
      ],
    ],
  },
  {
    id: 'a-copy-ends-at-one-place',
    promise: 'Replicas that begin at once know the end of a copied ledger by one place.',
    source: 'fault: two replicas that begin at once',
    sabotage: [
      {
        file: 'api/processes/moved-ledger.ts',
        from: 'return rowCount === 1 ? head : known(pool);',
        to: 'return rowCount === 1 || rowCount === 0 ? head : known(pool);',
      },
    ],
    red: [
      [
        'api/processes/moved-ledger.int.test.ts',
        'two that begin at once go by where the ledger %s when the first of them learned it',
      ],
    ],
  },
  {
    id: 'corruption-stops',
    promise: 'A ledger that is broken is not read again and again.',
    source: 'fault: corruption',
    sabotage: [
      { file: 'ledger/deadline.ts', from: 'if (error instanceof LedgerCorrupt) throw error;', to: '' },
    ],
    red: [['ledger/deadline.test.ts', 'corruption is not tried again']],
  },
  {
    id: 'late-node-closes-nothing',
    promise: 'A node that is behind closes no open append.',
    source: 'fault: late node',
    sabotage: [
      {
        file: 'ledger/take-revision.ts',
        from: 'if ((found?.revision ?? -1n) < (expected ?? -1n)) throw new NodeBehind(stream, expected ?? 0n);',
        to: '',
      },
    ],
    red: [
      ['ledger/take-revision.test.ts', 'a node that is behind does not make an open append count as over'],
    ],
  },
  {
    id: 'erased-again-after-restore',
    promise: 'Who is erased in a restored program is erased, whatever the backup knew of an erasure.',
    source: 'fault: an older backup',
    sabotage: [
      {
        file: 'api/ops/backup/fit-to-ledger.ts',
        from: "await client.query('update vault.erasures set revision = -1, erasures = 0');",
        to: '',
      },
    ],
    red: [
      [
        'api/ops/backup/backup.drill.test.ts',
        'who was erased behind the ledger of the backup, and is erased again, is erased',
      ],
    ],
  },
  {
    id: 'rights-of-a-restored-ledger',
    promise: 'A removal that a restored ledger does not have locks no admin out.',
    source: 'fault: an older backup',
    sabotage: [
      {
        file: 'api/ops/backup/fit-to-ledger.ts',
        from: 'revision = least(revision, $1)',
        to: 'revision = greatest(revision, $1)',
      },
    ],
    red: [
      [
        'api/ops/backup/backup.drill.test.ts',
        'who was removed as an admin behind the ledger of the backup does not lock the others out',
      ],
    ],
  },
  {
    id: 'no-start-on-half-a-restore',
    promise: 'No program serves from a restore that has not ended.',
    source: 'fault: power',
    sabotage: [
      {
        file: 'api/ops/backup/unfinished.ts',
        from: 'if (!(await isRestoreUnfinished(db))) return;',
        to: 'if (db) return;',
      },
    ],
    red: [
      [
        'api/ops/backup/backup.drill.test.ts',
        'a restore that was interrupted leaves a database that no program starts on',
      ],
    ],
  },
  {
    id: 'a-full-disk-leaves-no-trace',
    promise: 'Once a full disk has room again the ledger goes on where it ended.',
    source: 'fault: a full disk',
    sabotage: [{ file: 'ledger/embedded/store/event-log.ts', from: 'this.streams.forget();', to: '' }],
    red: [
      [
        'ledger/embedded/store/full-disk.int.test.ts',
        'once a full disk has room again the next appends go on where the last one that was written ended',
      ],
    ],
  },
  {
    id: 'the-head-is-ours',
    promise: 'Who waits for the newest event of the program does not wait for one of somebody else.',
    source: 'fault: others in the event store',
    sabotage: [
      {
        file: 'ledger/event-store.ts',
        from: 'if (!STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix))) continue;',
        to: '',
      },
    ],
    red: [
      [
        'ledger/event-store-head.int.test.ts',
        'the head is our own newest event, however many of others stand behind it, also for who has just come',
      ],
    ],
  },
  {
    id: 'refused-raffle-stays-refused',
    promise:
      'A request for a raffle that was refused, because another admin had started one, begins none when it comes again later.',
    source: 'fault: two admins at once',
    sabotage: [
      {
        file: 'api/migrations/0520_clocks_put_back.sql',
        from: 'insert into raffles.refused_requests (command_id, refused_at) values (command, asked_at);',
        to: '',
      },
    ],
    red: [
      [
        'api/turns-at-once.int.test.ts',
        'a request for a raffle that was refused is refused again, where its second sending takes longer to come here',
      ],
    ],
  },
  {
    id: 'late-raffle-is-told',
    promise:
      'A request for a raffle that comes late, because its first sending was lost, begins none beside that of another admin.',
    source: 'fault: two admins at once',
    sabotage: [
      { file: 'api/resources/raffles/requests.ts', from: 'AT_ONCE_MS + sinceFirst', to: 'AT_ONCE_MS' },
    ],
    red: [
      [
        'api/turns-at-once.int.test.ts',
        'a request for a raffle that comes late is told of the one that another admin has started since it was first sent',
      ],
    ],
  },
  {
    id: 'lost-request-of-a-raffle',
    promise: 'A request that has begun a raffle begins no other, also where Postgres has lost that it did.',
    source: 'fault: Postgres is put back',
    sabotage: [
      {
        file: 'api/resources/raffles/raffles.ts',
        from: 'await keepLostRequests(pool, store, newest.number, handler.newDeadline());',
        to: '',
      },
    ],
    red: [
      [
        'api/resources/raffles/raffle-admins.int.test.ts',
        'a request that was answered, sent once more to a Postgres that lacks it: the same raffle, and none is begun',
      ],
    ],
  },
  {
    id: 'lost-requests-are-kept-together',
    promise:
      'Of the requests for raffles that Postgres has lost all are kept anew or none, so that none begins another meanwhile.',
    source: 'fault: Postgres is put back',
    sabotage: [
      {
        file: 'api/resources/raffles/requests.ts',
        from: 'if (lost.length === 0) return;',
        to: 'lost.length = Math.min(1, lost.length);',
      },
    ],
    red: [
      [
        'api/turns-at-once.int.test.ts',
        'who has begun the raffles that Postgres has lost is kept of all of them or of none: given up half-way, and done by the next, none of them begins another',
      ],
    ],
  },
  {
    id: 'checkpoint-of-who-leads',
    promise:
      'What the processes did last is done once more where the Postgres that takes over lacks it: no checkpoint goes past it.',
    source: 'fault: Postgres is put back',
    sabotage: [
      {
        file: 'api/processes/leader.ts',
        from: 'checkpoints: postgresCheckpoints(own),\n      marks: postgresMarks(own),',
        to: 'checkpoints: postgresCheckpoints(pool),\n      marks: postgresMarks(pool),',
      },
    ],
    red: [
      [
        'api/processes/leader.drill.test.ts',
        'what is done while the connection is cut is told once more: the Postgres that takes over may lack it',
      ],
    ],
  },
  {
    id: 'entries-lost-while-frozen',
    promise:
      'A raffle does not fail for want of entries that Postgres has lost while they were being frozen.',
    source: 'fault: Postgres is put back',
    sabotage: [
      {
        file: 'api/resources/raffles/frozen-entries.ts',
        from: 'if (entries.count > 0 || (await isFrozen(db, raffleId))) return entries;',
        to: 'if (entries.count > 0 || (await isFrozen(db, raffleId)) || raffleId) return entries;',
      },
    ],
    red: [
      [
        'api/resources/raffles/frozen-entries.int.test.ts',
        'who is kept for a raffle is not nobody where Postgres has lost the raffle: it is to be frozen anew',
      ],
    ],
  },
  {
    id: 'mail-without-the-old-key',
    promise: 'Who signed up gets a link and the EVO also where Postgres has lost the key of the address.',
    source: 'fault: Postgres is put back',
    sabotage: [
      {
        file: 'api/integrations/email/remind.ts',
        from: "opens ? given : await parts.vault.seal('email', userId, address)",
        to: 'given',
      },
    ],
    red: [
      [
        'api/resources/email/email.int.test.ts',
        'an account whose key Postgres has lost gets its mail at the address that is typed, and its EVO',
      ],
    ],
  },
  {
    id: 'nothing-of-the-account-before',
    promise: 'Who signs in as another account sees nothing of the one before, also where an answer is lost.',
    source: 'fault: lost answers',
    sabotage: [
      {
        file: 'ui/src/lib/session/session-change.ts',
        from: '  } finally {',
        to: '  } catch (lost) {\n    throw lost;\n  }\n  {',
      },
    ],
    red: [
      [
        'ui/src/lib/session/session-change.test.ts',
        'who signs in as another account sees nothing of the one before, also where the answer to whose session it is was lost',
      ],
    ],
  },
  {
    id: 'late-answer-signs-nobody-in',
    promise: 'An answer of before a disconnect that comes behind it shows nobody as signed in.',
    source: 'fault: late answers',
    sabotage: [
      {
        file: 'ui/src/lib/session/session-change.ts',
        from: '  void queryClient.cancelQueries({ queryKey: SESSION_KEY });',
        to: '',
      },
    ],
    red: [
      [
        'ui/src/lib/session/session-change.test.ts',
        'an answer of before a sign-in, or of before its end, that comes late does not say whose session it is',
      ],
    ],
  },
  {
    id: 'appends-after-no-node-was-found',
    promise: 'A cluster of which no node could be found for a moment is written to again once there is one.',
    source: 'fault: no node of the event store is found',
    sabotage: [
      {
        file: 'ledger/event-store-client.ts',
        from: 'method.path === BATCH_APPEND || supports(method, feature)',
        to: '(await supports(method, feature)) || method.path === BATCH_APPEND',
      },
    ],
    red: [
      [
        'ledger/event-store-client.drill.test.ts',
        'a program that found no node of its cluster for a moment, as while a new leader is elected, appends again',
      ],
    ],
  },
  {
    id: 'reads-of-the-leader',
    promise: 'Of a cluster the leader is read, also where the connection is to a node that leads no more.',
    source: 'fault: the event store has another leader',
    sabotage: [
      {
        file: 'ledger/event-store-client.ts',
        from: 'requiresLeader: true',
        to: 'requiresLeader: false',
      },
    ],
    red: [
      [
        'ledger/leader-reads.drill.test.ts',
        'a program that is connected to a node which leads no more reads %s from the leader',
      ],
      [
        'ledger/leader-reads.drill.test.ts',
        'who follows a ledger whose node leads no more is told what the leader has',
      ],
      [
        'ledger/leader-reads.drill.test.ts',
        'an export of a ledger whose node leads no more has all that the leader acknowledged',
      ],
    ],
  },
  {
    id: 'nothing-behind-what-a-leader-lacks',
    promise:
      'Where another leader, or another store, has something else than what was acknowledged, nothing is appended that names what is lost.',
    source: 'fault: the event store has another leader',
    sabotage: [
      {
        file: 'ledger/event-store-client.ts',
        from: '    if (before === connectivityState.READY) tell();\n',
        to: '',
      },
      {
        file: 'ledger/append.ts',
        from: "    if (stands === 'another') return { kind: 'conflict' };\n",
        to: '',
      },
    ],
    red: [
      [
        'ledger/leader-reads.drill.test.ts',
        'what is appended behind a leader that has lost what the former one acknowledged breaks no chain',
      ],
      [
        'ledger/leader-reads.drill.test.ts',
        'a store that was put back while nobody asked it anything breaks no chain: what was read of it is looked at again',
      ],
      ['ledger/append.test.ts', 'nothing is sent behind another event: it would name one that is not there'],
      ['ledger/append.test.ts', 'nothing is sent once more behind another event, either'],
    ],
  },
  {
    id: 'no-seal-over-what-is-lost',
    promise: 'The notary seals nothing that it was told and another leader, or a store put back, lacks.',
    source: 'fault: the event store has another leader',
    sabotage: [
      {
        file: 'api/notary/follow-tree.ts',
        from: '      if (mark) await assertSameLedger(store, mark, stall.resubscribeAfter);\n',
        to: '',
      },
      {
        file: 'api/notary/notary.ts',
        from: '      if (tree.mark) await assertSameLedger(options.store, tree.mark, limits.stall.resubscribeAfter);\n',
        to: '',
      },
    ],
    red: [
      [
        'api/notary/notary.drill.test.ts',
        'another leader, or a store put back, lacks what it was told already: it seals what that one holds',
      ],
      [
        'api/notary/notary.drill.test.ts',
        'one that has not heard yet that what it was told is lost seals nothing of it',
      ],
    ],
  },
  {
    id: 'outage-ends-no-program',
    promise: 'An outage of the event store ends no program, however many appends wait for it.',
    source: 'fault: the event store is frozen, then gone',
    sabotage: [
      {
        file: 'ledger/event-store-client.ts',
        from: '    write(message);\n    return true;\n',
        to: '    return write(message);\n',
      },
      {
        file: 'ledger/event-store-client.ts',
        from: 'handleError(...ended).catch(() => undefined)',
        to: 'handleError(...ended)',
      },
      {
        file: 'ledger/event-store-client.ts',
        from: '    try {\n      for (const take of taking) take(answer);\n    } catch {}\n',
        to: '    for (const take of taking) take(answer);\n',
      },
    ],
    red: [
      [
        'ledger/event-store-client.drill.test.ts',
        'appends that a store took in no more before its connection ended fail, and end no program',
      ],
      [
        'ledger/event-store-client.drill.test.ts',
        'a connection that ends while no node can be found ends no program',
      ],
      [
        'ledger/event-store-client.drill.test.ts',
        'an answer to an append that has failed already ends no program',
      ],
    ],
  },
  {
    id: 'set-aside-keeps-the-order',
    promise: 'What a process has set aside is done before what came behind it, and counts as done no sooner.',
    source: 'fault: a process that stands still',
    sabotage: [
      {
        file: 'ledger/processes/aside-lanes.ts',
        from: 'return underWay === 0 ? begun : undefined;',
        to: 'return begun + 0 * underWay;',
      },
    ],
    red: [
      [
        'ledger/processes/drain.test.ts',
        'an event that arrives between a look at its lane and the answer holds the lane until it is told',
      ],
    ],
  },
  {
    id: 'left-to-a-newer-release',
    promise:
      'What a replica leaves undone because only a newer release can read what is needed for it is done by one of that release, and by itself.',
    source: 'fault 11',
    sabotage: [
      {
        file: 'ledger/processes/set-aside.ts',
        from: 'if (error instanceof LedgerAhead) return false;',
        to: '',
      },
    ],
    red: [
      ['ledger/processes/set-aside.test.ts', '%s: for now'],
      [
        'ledger/processes/lanes.test.ts',
        'an event that cannot be handled for what a newer release has written waits for a leader of that release',
      ],
    ],
  },
];
