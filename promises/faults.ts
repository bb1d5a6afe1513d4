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
    id: 'retries-end',
    promise: 'A command ends in time, however often somebody else is faster.',
    source: 'fault: conflicts',
    sabotage: [
      {
        file: 'ledger/execute-command.ts',
        from: 'if (conflicts > MAX_CONFLICTS) {',
        to: 'if (conflicts > MAX_CONFLICTS && deadline.passed) {',
      },
      {
        file: 'ledger/execute-command.ts',
        from: 'if (conflicts > 1) await deadline.pause(2 ** Math.min(conflicts, 6));',
        to: '',
      },
    ],
    red: [
      [
        'ledger/handle-command.test.ts',
        'somebody is always faster: the command ends in time, and has not begun again and again without a pause',
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
        'ledger/processes/mass-acts.test.ts',
        'a %s looks again at an account that has moved on since it was looked at, also to the very same figures',
      ],
      [
        'ledger/processes/mass-acts.test.ts',
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
        'ledger/processes/mass-acts.test.ts',
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
    id: 'set-aside-of-a-late-node',
    promise: 'What waits for the end of an outage is done once the node has it, in the order of its lane.',
    source: 'fault: a node of the event store that is behind',
    sabotage: [
      {
        file: 'ledger/processes/drain.ts',
        from: 'if (!event) throw new LedgerUnavailable(new Error(',
        to: 'if (!event) throw new LedgerCorrupt(String(',
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
        from: 'await known(pool) : await keep(pool, EVERYWHERE);',
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
    id: 'set-aside-once-a-key',
    promise:
      'A decision about an event that was set aside, sent again under its key, is done once and answered as before.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'api/processes/set-aside-decisions.ts',
        from: ` and not exists (
         select from processes.set_aside_decisions where command_id = $5)`,
        to: '',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/set-aside.int.test.ts',
        'is told once more when an admin says so, and parked again',
      ],
    ],
  },
  {
    id: 'together-once-a-key',
    promise:
      'One key that is sent several times at once has one effect, also where commands are appended together.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/commands-together.ts',
        from: 'return isNew && !ids.has(commandId) && ids.add(commandId);',
        to: 'return isNew;',
      },
    ],
    red: [
      [
        'ledger/commands-together.test.ts',
        'one key that is sent several times at once has one effect, and with another request it is refused',
      ],
    ],
  },
  {
    id: 'key-first-once',
    promise:
      'Of several sendings of one key one is the first, and only that one is not looked for in the ledger.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'api/http/middleware/idempotency.ts',
        from: 'first.isNew && byKey.get(name) === sending',
        to: 'first.isNew',
      },
    ],
    red: [
      [
        'api/http/middleware/idempotency.int.test.ts',
        'of two sendings of one key with other bytes at the same moment one is the command, and the other is refused',
      ],
    ],
  },
  {
    id: 'key-known-is-not-first',
    promise: 'A key that another replica has seen is not taken for a new one.',
    source: 'fault: two sendings of one key',
    sabotage: [
      { file: 'api/http/middleware/idempotency.ts', from: 'xmax = 0 as is_new', to: 'true as is_new' },
    ],
    red: [
      [
        'api/http/middleware/idempotency.int.test.ts',
        'two users with one key are two commands, and each replica knows the keys of the other',
      ],
    ],
  },
  {
    id: 'reward-asked-stays-asked',
    promise:
      'A reward that waits for a second admin still waits when it is sent again where limits are higher.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/send-reward.ts',
        from: 'context.isFirst ? undefined : await askedBefore(handler, reward, context)',
        to: 'undefined',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/limits-and-decisions.test.ts',
        'that waits for a second admin still waits when it is sent again where limits are higher',
      ],
    ],
  },
  {
    id: 'rights-given-back-before-the-end',
    promise: 'A program that ends has given back every right that it held.',
    source: 'fault: a replica that leaves',
    sabotage: [
      {
        file: 'ledger/handle-command.ts',
        from: 'const over = giving.finally(() => held.delete(over));\n    held.add(over);',
        to: 'const over = giving.finally(() => held.delete(over));',
      },
    ],
    red: [
      [
        'ledger/authorize.test.ts',
        'until it is given back, for which no answer waits, but the end of the program does',
      ],
    ],
  },
  {
    id: 'kept-streams-bytes',
    promise: 'What is kept of streams between commands has a bound in bytes.',
    source: 'limit: docs/scale.md',
    sabotage: [
      {
        file: 'ledger/aggregates.ts',
        from: 'this.#weight <= limit && this.#bytes <= mostBytes',
        to: 'this.#weight <= limit',
      },
    ],
    red: [['ledger/kept-streams.test.ts', 'takes no more bytes than it may, however few streams they are']],
  },
  {
    id: 'kept-entries-bytes',
    promise: 'What is kept of raffles has a bound in bytes.',
    source: 'limit: docs/scale.md',
    sabotage: [
      {
        file: 'api/resources/raffles/frozen-entries.ts',
        from: 'kept.size > KEPT || use().bytes > mostBytes',
        to: 'kept.size > KEPT',
      },
    ],
    red: [
      [
        'api/resources/raffles/frozen-entries.int.test.ts',
        'what is kept of raffles takes no more bytes than it may, but for the one that was asked for last',
      ],
    ],
  },
  {
    id: 'together-each-counts',
    promise:
      'Rewards that are sent at the same moment count one after the other towards the limit of the day.',
    source: 'fault: two admins at once',
    sabotage: [{ file: 'ledger/commands-together.ts', from: '    state = decided.after;\n', to: '' }],
    red: [
      [
        'ledger/commands-together.test.ts',
        'who is refused keeps nobody back: a right that is missing, and what the limit does not leave',
      ],
    ],
  },
  {
    id: 'together-rights-held',
    promise: 'The rights of acts that were sent together are held until it is certain what became of them.',
    source: 'fault: lost answers',
    sabotage: [
      {
        file: 'ledger/commands-together.ts',
        from: 'if (parts.some(({ held }) => held)) desk.keepUntilCertain(error, heldTogether(parts));',
        to: 'await heldTogether(parts)[Symbol.asyncDispose]();',
      },
    ],
    red: [
      [
        'ledger/commands-together.test.ts',
        'an answer that is lost is lost for all of them: their rights are held until it is certain, and each key once',
      ],
    ],
  },
  {
    id: 'together-not-later',
    promise: 'Who was told that there was no time is not taken along afterwards.',
    source: 'fault: a call given up that goes on',
    sabotage: [
      {
        file: 'ledger/commands-together.ts',
        from: "if (deadline.passed) answer.reject(new LedgerUnavailable(new Error('its turn came too late')));\n      else await",
        to: 'await',
      },
      { file: 'ledger/commands-together.ts', from: '      line.delete(waiting);\n', to: '' },
      {
        file: 'ledger/commands-together.ts',
        from: 'other !== first && other.request.decider === decider && !other.deadline.passed',
        to: 'other !== first && other.request.decider === decider',
      },
      { file: 'ledger/commands-together.ts', from: '    if (deadline.passed) return false;\n', to: '' },
      { file: 'ledger/commands-together.ts', from: 'one.deadline.passed ? undefined : ', to: '' },
    ],
    red: [
      [
        'ledger/commands-together.test.ts',
        'who has left the line is not done later, and nobody waits for one that came after',
      ],
      [
        'ledger/commands-in-line.test.ts',
        'who was told that there is no time, while others waited for their rights, is not done with them',
      ],
    ],
  },
  {
    id: 'preview-of-now',
    promise: 'What an act would do is told from the ledger as it is, whichever replica is asked.',
    source: 'fault: a replica that is behind',
    sabotage: [
      {
        file: 'ledger/execute-command.ts',
        from: 'result.position !== undefined || result.replayed',
        to: 'result.events.length > 0 || result.replayed',
      },
    ],
    red: [
      [
        'ledger/handle-one-effect.test.ts',
        'a dry run says what would happen now, also in a process that is behind',
      ],
    ],
  },
  {
    id: 'unknown-is-not-undone',
    promise: 'What was sent without an answer is not taken for undone.',
    source: 'fault: lost answers',
    sabotage: [
      {
        file: 'ledger/append.ts',
        from: 'if (deadline.passed) throw new OutcomeUnknown(proposal, outcome.cause);',
        to: "if (deadline.passed) return { kind: 'conflict' };",
      },
    ],
    red: [
      [
        'ledger/append.test.ts',
        'whenever the time ends, what was sent without an answer is unknown, so that nobody takes it for undone',
      ],
    ],
  },
  {
    id: 'answer-bound',
    promise: 'A store that does not answer keeps nobody waiting.',
    source: 'fault: silent store',
    sabotage: [
      {
        file: 'ledger/deadline.ts',
        from: 'const bound = Math.min(limit ?? this.#attemptLimit, this.remaining);',
        to: 'const bound = this.remaining;',
      },
    ],
    red: [['ledger/deadline.test.ts', 'an attempt has its own bound, and is told when it is given up']],
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
    id: 'late-right-is-given-back',
    promise: 'A right that comes too late is given back.',
    source: 'fault: late answers',
    sabotage: [
      { file: 'ledger/deadline.ts', from: 'if (isGivenUp) late?.(result);', to: 'if (isGivenUp) return;' },
    ],
    red: [['ledger/deadline.test.ts', 'what comes when nobody waits any more is handed on, once']],
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
    id: 'commands-are-remembered',
    promise: 'A command is known for a thousand others at the least.',
    source: 'fault: retries',
    sabotage: [
      {
        file: 'ledger/known-commands.ts',
        from: 'export const GENERATION = 1_000;',
        to: 'export const GENERATION = 100;',
      },
    ],
    red: [
      [
        'ledger/known-commands.test.ts',
        'is remembered for a thousand commands at the least and two thousand at the most',
      ],
    ],
  },
  {
    id: 'cause-is-over',
    promise: 'What a process did for an event it does not do again.',
    source: 'fault: crashes',
    sabotage: [
      {
        file: 'ledger/known-commands.ts',
        from: 'return !cause.isLate && last !== undefined && comparePositions(cause.position, last.position) < 0;',
        to: 'return !cause.isLate && last === undefined;',
      },
    ],
    red: [
      [
        'ledger/known-commands.test.ts',
        'is over when the process has done it, or gone beyond it; another command for the same cause is not',
      ],
    ],
  },
  {
    id: 'turns-in-order',
    promise: 'Commands on one stream take turns.',
    source: 'fault: crowds',
    sabotage: [
      {
        file: 'ledger/keyed-queue.ts',
        from: 'if (line) await this.#turn',
        to: 'if (line && line.size >= MAX_WAITING) await this.#turn',
      },
    ],
    red: [
      [
        'ledger/keyed-queue.test.ts',
        'work of one key goes in order of arrival, work of another key beside it',
      ],
    ],
  },
  {
    id: 'fold-applies-once',
    promise: 'An event counts once in an account.',
    source: 'invariant: folds',
    sabotage: [
      {
        file: 'ledger/aggregates.ts',
        from: 'state = evolve(state, event as unknown as Event);',
        to: 'state = evolve(evolve(state, event as unknown as Event), event as unknown as Event);',
      },
    ],
    red: [
      [
        'ledger/handle-one-effect.test.ts',
        'grants from four processes on one account all count, in one unbroken chain',
      ],
    ],
  },
  {
    id: 'erased-again-after-restore',
    promise: 'Who is erased in a restored program is erased, whatever the backup knew of an erasure.',
    source: 'fault: an older backup',
    sabotage: [
      {
        file: 'api/ops/backup/fit-to-ledger.ts',
        from: "await client.query('delete from vault.erasures');",
        to: '',
      },
    ],
    red: [
      [
        'api/ops/backup/backup.int.test.ts',
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
        'api/ops/backup/backup.int.test.ts',
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
        from: 'if (!rows[0]?.found) return;',
        to: 'if (rows) return;',
      },
    ],
    red: [
      [
        'api/ops/backup/backup.int.test.ts',
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
      { file: 'api/resources/raffles/requests.ts', from: 'AT_ONCE_MS + sinceFirst', to: 'AT_ONCE_MS' },
    ],
    red: [
      [
        'api/resources/raffles/raffle-admins.int.test.ts',
        'another admin has started one a moment ago: every sending of one request is told so, and none begins another',
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
];
