import type { ProductPromise } from './promise.ts';

/** What the command handler promises: once a key, in turns, in time, decided by what the ledger holds. */
export const commands: readonly ProductPromise[] = [
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
    id: 'mass-act-beside-any-key',
    promise:
      'An act on all accounts is carried out, whatever key a user has sent something of their own under.',
    source: 'fault: a key that is the id of a request',
    sabotage: [
      {
        file: 'ledger/processes/mass-acts.ts',
        from: 'if (refusal instanceof IdempotencyKeyReused) return touchAs(second);',
        to: '',
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts-and-keys.test.ts',
        'a %s is carried out on everybody and ends, also where a user has sent something under the id of the request for a key',
      ],
    ],
  },
  {
    id: 'mass-act-under-no-forgotten-id',
    promise: 'An act on all accounts takes no id that a user has used, however much the user has sent since.',
    source: 'fault: a key that is the id of a request',
    sabotage: [
      {
        file: 'ledger/processes/mass-acts.ts',
        from: 'if (known.revision >= GENERATION) {',
        to: 'if (known.revision >= 1_000 * GENERATION) {',
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts-and-keys.test.ts',
        'takes no id that the user has used and the stream has forgotten',
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
    id: 'set-aside-told-of-before',
    promise:
      'Who decides about an event again, after an answer that was lost, is told that it was decided before.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'api/resources/admin-acts/admin-set-aside-routes.ts',
        from: "replayed: decided === 'before'",
        to: 'replayed: false',
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
    id: 'removal-of-before-ends-no-session',
    promise: 'A removal that is sent again ends no session of who was let in again since.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'api/resources/admin-acts/remove-as-admin.ts',
        from: 'const isBackAgain = result.replayed && !removed;',
        to: 'const isBackAgain = false;',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/admin-acts.int.test.ts',
        'sent again after it was undone ends no session: it was done before',
      ],
    ],
  },
  {
    id: 'refused-mass-act-is-told-anew',
    promise:
      'An act on all accounts that was refused, and is granted when it is asked for again, is told with the sums of then.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'api/processes/mass-act-progress.ts',
        from: 'await expectNothing(db, requestId);',
        to: 'void expectNothing;',
      },
    ],
    red: [
      [
        'api/resources/admin-acts/mass-acts.int.test.ts',
        'what was refused while another act was under way, and is asked for again under its key, is told what stands there then',
      ],
      [
        'api/resources/admin-acts/mass-acts.int.test.ts',
        'an undo that was refused while its reset was under way is expected to give back what that took in the end',
      ],
    ],
  },
  {
    id: 'raffle-told-of-before',
    promise:
      'Who starts a raffle again, after an answer that was lost, is told that it is the one of before, and not the next.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/raffles/run-raffle.ts',
        from: 'return { raffleId, position, replayed };',
        to: 'return { raffleId, position, replayed: false };',
      },
    ],
    red: [
      [
        'api/resources/raffles/raffle.int.test.ts',
        'the same request again: the same raffle, also after the next seed; another request with the key: 422',
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
    id: 'reward-asked-stays-asked',
    promise:
      'A reward that waits for a second admin still waits when it is sent again where limits are higher.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/send-reward.ts',
        from: 'await askedBefore(handler, reward, context)',
        to: 'undefined',
      },
    ],
    red: [
      [
        'ledger/rewards-by-hand/limits-and-decisions.test.ts',
        'that waits for a second admin still waits when it is sent again where limits are higher',
      ],
      [
        'api/resources/admin-acts/rewards-by-hand.int.test.ts',
        'sends nothing that %s when it is asked for again by its key, once there is room and Postgres has lost the key',
      ],
    ],
  },
  {
    id: 'place-in-the-day-once-an-id',
    promise: 'A reward takes no second place in its day under one id, however many others were sent between.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/rewards-by-hand/send-reward.ts',
        from: 'dayOf(firstSentAt) === day ? firstSentAt : occurredAt',
        to: 'occurredAt',
      },
      {
        file: 'ledger/known-commands.ts',
        from: "return isMarked(known, commandId) ? 'forgotten' : 'new';",
        to: "return 'new';",
      },
    ],
    red: [
      [
        'ledger/forgotten.test.ts',
        'a reward that has its place in the day, and is sent again behind thousands of that day, takes no second one under its id',
      ],
    ],
  },
  {
    id: 'refused-is-not-forgotten',
    promise:
      'A command that was refused is decided again when it is sent again, however many others came between.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/known-commands.ts',
        from: "return isMarked(known, commandId) ? 'forgotten' : 'new';",
        to: "return isMarked(known, commandId) || !isNewerThanForgotten ? 'forgotten' : 'new';",
      },
    ],
    red: [
      [
        'ledger/forgotten.test.ts',
        'a reward that was refused, and is sent again behind thousands of that day, is refused as before, and sent where it may be by then',
      ],
    ],
  },
  {
    id: 'forgotten-is-never-new',
    promise:
      'A key has one effect, also when it comes again years later, behind thousands of others, and nobody but the ledger knows it.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/known-commands.ts',
        from: "return isMarked(known, commandId) ? 'forgotten' : 'new';",
        to: "return 'new';",
      },
    ],
    red: [
      [
        'ledger/forgotten.test.ts',
        'has no second effect once the account has forgotten it: what the auditor reads is sound',
      ],
      [
        'ledger/commands-in-line.test.ts',
        'is not new where its sender takes it for new, because nobody else knows its key any more',
      ],
    ],
  },
  {
    id: 'act-on-all-is-no-key',
    promise:
      'Who sends the id of an act on all accounts for a key, after it has touched theirs, has no second effect under its id.',
    source: 'fault: two sendings of one key',
    sabotage: [
      {
        file: 'ledger/known-commands.ts',
        from: 'MASS_ACTS.includes(cause.process) && !findCommand(known, commandId)',
        to: 'false',
      },
    ],
    red: [
      [
        'ledger/processes/mass-acts-and-keys.test.ts',
        'is done under an id that stays its own: whoever sends the id of its request for a key is refused, for ever',
      ],
    ],
  },
  {
    id: 'forgotten-bytes',
    promise: 'What stays of forgotten commands counts among the bytes that are kept of streams.',
    source: 'limit: docs/scale.md',
    sabotage: [{ file: 'ledger/aggregates.ts', from: ' + bytesOfMarks(aggregate.commands)', to: '' }],
    red: [['ledger/kept-streams.test.ts', 'takes more bytes for what it has forgotten, too']],
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
    id: 'together-fault-told-to-all',
    promise:
      'A fault in the command that takes others along is told to all of them, and keeps none behind them waiting.',
    source: 'fault: a bug while many are at work',
    sabotage: [
      {
        file: 'ledger/commands-together.ts',
        from: 'for (const { answer } of group) answer.reject(fault);\n      return [];',
        to: 'throw fault;',
      },
    ],
    red: [
      [
        'ledger/commands-together.test.ts',
        'a fault in the one who leads is told to all whom it took along, gives their rights back, and the line goes on',
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
    id: 'read-up-to-there',
    promise: 'What a request has read of a stream is final for it, and what is kept without that is not.',
    source: 'fault: a replica that is behind',
    sabotage: [
      {
        file: 'ledger/execute-command.ts',
        from: 'if (readUpTo !== undefined && (aggregate.end?.revision ?? -1n) >= readUpTo) isFresh = true;',
        to: 'if (readUpTo !== undefined) isFresh = true;',
      },
    ],
    red: [
      [
        'ledger/handle-one-effect.test.ts',
        'what its asker has read of the stream is not read again, neither for a dry run nor for a refusal',
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
    id: 'unsent-is-not-done-later',
    promise: 'What there was no time to send is not done once its asker has been told so.',
    source: 'fault: a program that stands still',
    sabotage: [
      {
        file: 'ledger/append.ts',
        from: '    if (!isSent) throw new LedgerUnavailable(outcome.cause);\n',
        to: '',
      },
    ],
    red: [
      [
        'ledger/authorize.test.ts',
        'no longer than there is time for the act: what a program that stood still did not send is not done later',
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
    id: 'late-right-is-given-back',
    promise: 'A right that comes too late is given back.',
    source: 'fault: late answers',
    sabotage: [
      { file: 'ledger/deadline.ts', from: 'if (isGivenUp) late?.(result);', to: 'if (isGivenUp) return;' },
    ],
    red: [['ledger/deadline.test.ts', 'what comes when nobody waits any more is handed on, once']],
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
];
