import type { ProductPromise } from './promise.ts';

const BALANCE = 'ledger/accounts/balance.ts';
const BALANCE_TEST = 'ledger/accounts/balance.test.ts';
const RAFFLE = 'ledger/raffles/raffle.ts';
const RAFFLE_TEST = 'ledger/raffles/raffle.test.ts';
const PROCESSES = 'ledger/processes/start-processes.test.ts';

/** Rules of accounts, raffles, mass acts, the playlist and the processes. */
export const rules: readonly ProductPromise[] = [
  {
    id: 'claim-takes-all',
    promise: 'A claim takes all that is pending.',
    source: 'spec: claim',
    sabotage: [
      {
        file: BALANCE,
        from: 'data: { claimId, amount: formatEvo(amount) } }];',
        to: 'data: { claimId, amount: formatEvo(amount / 2n) } }];',
      },
    ],
    red: [[BALANCE_TEST, 'takes all that is pending']],
  },
  {
    id: 'nothing-to-claim',
    promise: 'Who has nothing pending claims nothing.',
    source: 'spec: claim',
    sabotage: [{ file: BALANCE, from: 'if (amount <= 0n) throw new NothingToClaim();', to: '' }],
    red: [[BALANCE_TEST, 'a second claim finds nothing']],
  },
  {
    id: 'clear-of-nothing',
    promise: 'Clearing nothing is no event.',
    source: 'spec: clear',
    sabotage: [{ file: BALANCE, from: 'if (amount <= 0n) throw new NothingToClear();', to: '' }],
    red: [[BALANCE_TEST, 'nothing pending is nothing to clear']],
  },
  {
    id: 'reset-of-nothing',
    promise: 'Resetting an empty account is no event.',
    source: 'spec: reset',
    sabotage: [{ file: BALANCE, from: 'if (total === 0n && claimed === 0n) return [];', to: '' }],
    red: [[BALANCE_TEST, 'an account without figures is left alone']],
  },
  {
    id: 'reset-takes-claimed',
    promise: 'A reset takes what was claimed, too.',
    source: 'spec: reset',
    sabotage: [
      {
        file: BALANCE,
        from: '{ total: state.granted, claimed: state.claimed }',
        to: '{ total: state.granted, claimed: 0n }',
      },
    ],
    red: [[BALANCE_TEST, 'takes both figures to zero']],
  },
  {
    id: 'cleared-is-not-revoked',
    promise: 'Of a gift that an act on all accounts took, whole or in part, nothing is taken back.',
    source: 'invariant I2',
    sabotage: [
      {
        file: 'ledger/accounts/hand-grants.ts',
        from: 'const isWhole = ahead >= 0n && ahead + amount <= left;',
        to: 'const isWhole = amount <= left;',
      },
    ],
    red: [
      [BALANCE_TEST, 'not what stood there before, whatever was earned since'],
      [BALANCE_TEST, 'not what is left of one that was taken in part'],
    ],
  },
  {
    id: 'sent-during-a-clear-is-revocable',
    promise: 'A gift that came while all accounts were being cleared or reset can be taken back.',
    source: 'spec: undo',
    sabotage: [
      {
        file: 'ledger/accounts/hand-grants.ts',
        from: 'if (left <= 0n) return GrowingMap.of();',
        to: 'if (left >= 0n) return GrowingMap.of();',
      },
    ],
    red: [[BALANCE_TEST, 'takes exactly it, behind what that took']],
  },
  {
    id: 'claimed-is-not-revoked',
    promise: 'A gift that was claimed is not taken back.',
    source: 'spec: undo',
    sabotage: [
      {
        file: BALANCE,
        from: 'if (amount === undefined || amount > pendingOf(state)) throw',
        to: 'if (amount === undefined) throw',
      },
    ],
    red: [
      [BALANCE_TEST, 'of an old ledger that took more than was left: what is left now is not taken twice'],
    ],
  },
  {
    id: 'restore-of-the-last',
    promise: 'Only the last reset is undone.',
    source: 'spec: undo',
    sabotage: [
      {
        file: BALANCE,
        from: 'if (lastReset?.resetId !== resetId) return [];',
        to: 'if (!lastReset) return [];',
      },
    ],
    red: [[BALANCE_TEST, 'only the last reset']],
  },
  {
    id: 'overtaken-reset',
    promise: 'A reset that a later one has followed is not given back to some accounts alone.',
    source: 'spec: undo',
    sabotage: [
      {
        file: 'ledger/mass-acts/mass-acts.ts',
        from: 'if (isOvertaken) throw new ResetOvertaken();',
        to: '',
      },
    ],
    red: [
      [
        'ledger/mass-acts/mass-acts.test.ts',
        'is not given back to some alone: a later one has taken from the others',
      ],
    ],
  },
  {
    id: 'prize-needs-a-wallet',
    promise: 'A winner without a wallet gets no prize.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: BALANCE,
        from: `if (state.walletAddress === undefined)
    return [{ type: 'PrizeForgone', data: { ref, reason: 'no_wallet' } }];`,
        to: '',
      },
    ],
    red: [
      [
        'api/resources/raffles/raffle.int.test.ts',
        'a winner without a wallet keeps the place; the prize is skipped',
      ],
    ],
  },
  {
    id: 'draw-after-freezing',
    promise: 'A raffle is not drawn before its entries are frozen.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: RAFFLE,
        from: "if (state.stage !== 'frozen') return [];",
        to: "if (state.stage === 'none') return [];",
      },
    ],
    red: [[RAFFLE_TEST, 'not drawn before the entries are frozen']],
  },
  {
    id: 'drawn-does-not-fail',
    promise: 'A raffle that is drawn does not fail.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: RAFFLE,
        from: 'if (state.stage !== command.stage) return [];',
        to: "if (state.stage === 'none') return [];",
      },
    ],
    red: [[RAFFLE_TEST, 'a drawn raffle does not fail']],
  },
  {
    id: 'winner-for-each-prize',
    promise: 'A draw has a winner for each prize.',
    source: 'invariant I11',
    sabotage: [
      {
        file: RAFFLE,
        from: 'if (winners.length !== state.amounts.length) {',
        to: 'if (winners.length === 0) {',
      },
    ],
    red: [[RAFFLE_TEST, 'has a winner for each prize, no more and no fewer']],
  },
  {
    id: 'prize-that-can-be-paid',
    promise: 'A raffle promises no prize that could not be paid.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: RAFFLE,
        from: 'if (data.amounts.some((amount) => parseEvo(amount) > LARGEST_PRIZE)) throw new GrantTooLarge();',
        to: '',
      },
    ],
    red: [[RAFFLE_TEST, 'with prizes that an account may be granted']],
  },
  {
    id: 'paid-as-announced',
    promise: 'A prize is paid as it was announced.',
    source: 'invariant I11',
    sabotage: [
      {
        file: RAFFLE,
        from: 'data: { place, userId: winner.userId, grantId, amount: formatEvo(amount) },',
        to: 'data: { place, userId: winner.userId, grantId, amount: formatEvo(amount + 1n) },',
      },
    ],
    red: [[RAFFLE_TEST, 'are paid by place']],
  },
  {
    id: 'one-mass-act',
    promise: 'One act on all accounts at a time.',
    source: 'spec: reset',
    sabotage: [
      {
        file: 'ledger/mass-acts/mass-acts.ts',
        from: 'if (underWay.length > 0) throw new MassActUnderWay();',
        to: '',
      },
    ],
    red: [['ledger/mass-acts/mass-acts.test.ts', 'one at a time']],
  },
  {
    id: 'mass-act-ends-once',
    promise: 'An act on all accounts is completed once.',
    source: 'spec: reset',
    sabotage: [
      {
        file: 'ledger/mass-acts/mass-acts.ts',
        from: 'if (state.underWay?.requestId === ended.requestId) return { ...state, underWay: undefined, ended };',
        to: 'if (state.underWay?.requestId === ended.requestId) return { ...state, ended };',
      },
    ],
    red: [['ledger/mass-acts/mass-acts.test.ts', 'is completed once']],
  },
  {
    id: 'mass-act-was-asked-for',
    promise: 'An act that nobody asked for is not completed.',
    source: 'spec: reset',
    sabotage: [
      {
        file: 'ledger/mass-acts/mass-acts.ts',
        from: 'const act = underWay.find((one) => one.requestId === requestId);',
        to: "const act = underWay.find((one) => one.requestId === requestId) ?? ({ kind: 'reset', requestId } as const);",
      },
    ],
    red: [['ledger/mass-acts/mass-acts.test.ts', 'that nobody asked for is not completed']],
  },
  {
    id: 'track-once',
    promise: 'A track is added once.',
    source: 'spec: music',
    sabotage: [
      { file: 'ledger/playlist/playlist.ts', from: 'if (tracks.has(track.trackId)) return [];', to: '' },
    ],
    red: [['ledger/playlist/playlist.test.ts', 'are added once']],
  },
  {
    id: 'tracks-at-most',
    promise: 'The playlist has two hundred tracks at the most.',
    source: 'spec: music',
    sabotage: [
      {
        file: 'ledger/playlist/playlist.ts',
        from: 'export const MAX_TRACKS = 200;',
        to: 'export const MAX_TRACKS = 2_000;',
      },
    ],
    red: [['ledger/playlist/playlist.test.ts', 'are two hundred at the most']],
  },
  {
    id: 'track-of-one-name',
    promise: 'A track of the same file name takes the place of the one before.',
    source: 'spec: music',
    sabotage: [
      {
        file: 'ledger/playlist/playlist.ts',
        from: 'name === filename ? [id] : []',
        to: "name === '' ? [id] : []",
      },
    ],
    red: [['ledger/playlist/playlist.test.ts', 'of the same file name replace what was there']],
  },
  {
    id: 'unknown-events-stop',
    promise: 'An event that the program does not know stops it, and is not passed over.',
    source: 'fault 11',
    sabotage: [
      {
        file: 'ledger/upcast.ts',
        from: 'if (!isKnownEventType(type)) throw new LedgerAhead(`unknown event type ${type}`);',
        to: 'if (!isKnownEventType(type)) return { event: { type, data } as never, metadata: metadata as EventMetadata, isNewest: true };',
      },
    ],
    red: [['ledger/upcast.test.ts', 'an event %s is none of ours']],
  },
  {
    id: 'future-events-stop',
    promise: 'An event of a newer version stops the program, and is not read as an old one.',
    source: 'fault 11',
    sabotage: [
      {
        file: 'ledger/upcast.ts',
        from: 'if (schemaVersion > schema.version) {',
        to: 'if (schemaVersion > schema.version + 100) {',
      },
    ],
    red: [['ledger/upcast.test.ts', 'an event %s is none of ours']],
  },
  {
    id: 'events-fit-their-schema',
    promise: 'An event whose data do not fit is not believed.',
    source: 'fault 11',
    sabotage: [
      {
        file: 'ledger/upcast.ts',
        from: 'if (!parsed.success) throw new LedgerCorrupt(`data of ${type} do not fit`, parsed.error);',
        to: '',
      },
    ],
    red: [['ledger/upcast.test.ts', 'an event %s is none of ours']],
  },
  {
    id: 'checkpoint-waits',
    promise: 'A checkpoint waits for the oldest event that is not handled.',
    source: 'invariant I6',
    sabotage: [
      {
        file: 'ledger/processes/lanes.ts',
        from: 'return oldest ? oldest.before : this.#told;',
        to: 'return this.#told;',
      },
    ],
    red: [
      [
        PROCESSES,
        'one that fails holds up nobody else; its own events keep their order; the checkpoint waits',
      ],
    ],
  },
  {
    id: 'catch-up-ends',
    promise: 'A process that has caught up is one of the others.',
    source: 'fault: crashes',
    sabotage: [
      {
        file: 'ledger/processes/start-processes.ts',
        from: 'await own.run(() => shared.adopt(member.lanes));',
        to: 'await own.run(() => false);',
      },
    ],
    red: [[PROCESSES, 'holds nobody up, and then is one of them: told all, once and in order']],
  },
  {
    id: 'few-catch-up-at-once',
    promise: 'Few processes catch up at once.',
    source: 'fault: load',
    sabotage: [
      {
        file: 'ledger/processes/start-processes.ts',
        from: 'Array.from({ length: atOnce }, catchUp)',
        to: 'Array.from({ length: 100 }, catchUp)',
      },
    ],
    red: [[PROCESSES, 'few catch up at once, while the ledger goes on']],
  },
  {
    id: 'few-lanes-at-once',
    promise: 'So many events are handled at once, and no more.',
    source: 'fault: load',
    sabotage: [
      {
        file: 'ledger/processes/lanes.ts',
        from: 'this.#places = callBudget(options.limits.atOnce);',
        to: 'this.#places = callBudget(10_000);',
      },
    ],
    red: [[PROCESSES, 'so many at once and no more']],
  },
  {
    id: 'platform-taken-back',
    promise: 'A platform account that was taken back proves nothing any more.',
    source: 'threat 16',
    sabotage: [
      {
        file: 'ledger/accounts/state.ts',
        from: 'social.platformUserId !== undefined',
        to: 'social !== undefined',
      },
    ],
    red: [
      [
        'ledger/accounts/claim-gate.test.ts',
        'a platform account that is taken back by a typed handle proves nothing any more',
      ],
    ],
  },
  {
    id: 'places-of-calls',
    promise: 'The event store is asked so many things at once, and no more.',
    source: 'fault: load',
    sabotage: [{ file: 'ledger/call-budget.ts', from: 'let free = places;', to: 'let free = places * 10;' }],
    red: [
      [
        'ledger/call-budget.test.ts',
        'no more calls than places, and each place is given back, also by a call that failed',
      ],
    ],
  },
  {
    id: 'places-are-given-back',
    promise: 'A call that failed gives its place back.',
    source: 'fault: load',
    sabotage: [{ file: 'ledger/call-budget.ts', from: '} else free += 1;', to: '}' }],
    red: [
      [
        'ledger/call-budget.test.ts',
        'no more calls than places, and each place is given back, also by a call that failed',
      ],
    ],
  },
  {
    id: 'given-up-is-not-begun',
    promise: 'What was given up while it waited is never begun.',
    source: 'fault: late answers',
    sabotage: [
      {
        file: 'ledger/call-budget.ts',
        from: `line.delete(begin);
`,
        to: '',
      },
    ],
    red: [
      [
        'ledger/call-budget.test.ts',
        'who is given up while waiting leaves the line, and its call is never begun',
      ],
    ],
  },
  {
    id: 'names-of-the-program',
    promise: 'Nobody takes a name that speaks for the program.',
    source: 'threat: names',
    sabotage: [
      {
        file: 'contracts/username-skeleton.ts',
        from: "speaksAnywhere.test(skeleton.replaceAll(harmless, '')) || speaksAlone.test(skeleton)",
        to: 'speaksAlone.test(skeleton)',
      },
    ],
    red: [['contracts/username-skeleton.test.ts', '%s is refused']],
  },
  {
    id: 'names-of-accounts',
    promise: 'Nobody takes a name that looks like one of an account that was opened.',
    source: 'threat: names',
    sabotage: [
      {
        file: 'contracts/username-skeleton.ts',
        from: 'isDefaultUsernameForm(name) || DEFAULT_SKELETON.test(usernameSkeleton(name))',
        to: 'isDefaultUsernameForm(name)',
      },
    ],
    red: [['contracts/username-skeleton.test.ts', 'are looked like by none that can be chosen']],
  },
  {
    id: 'mail-of-one-domain',
    promise: 'Friends with mail of one own domain are counted together.',
    source: 'threat 22',
    sabotage: [
      {
        file: 'api/faucet/own-mail-domain.ts',
        from: 'return getDomain(domain) ?? domain;',
        to: 'return domain;',
      },
    ],
    red: [['api/faucet/own-mail-domain.test.ts', '%s is mail of %s']],
  },
];
