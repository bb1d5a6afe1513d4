import type { ProductPromise } from '../promise.ts';

const PROOF = 'ledger/proof/raffle-proof.test.ts';
const CRASH = 'api/resources/raffles/raffle-crash.drill.test.ts';
const PARALLEL =
  'paid ten times in parallel: each winner once; the removed one keeps the place and gets nothing';

/** Threats 26 to 28 and 31: draws, prizes, and read models. */
export const raffleThreats: readonly ProductPromise[] = [
  {
    id: 'seed-is-the-committed-one',
    promise: 'A draw with another seed than the one that was committed before is found out.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/raffle-proof.ts',
        from: "if (commitment.hash !== seedHash) return 'the raffle began with another seed than the one committed for it';",
        to: '',
      },
    ],
    red: [[PROOF, 'a seed that was chosen afterwards, with its own hash: another was committed']],
  },
  {
    id: 'winners-follow-from-the-seed',
    promise: 'A winner whom the seed does not give is found out.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/raffle-proof.ts',
        from: 'winners.findIndex(({ index }, place) => index !== drawn[place])',
        to: 'winners.findIndex(({ index }) => !drawn.includes(index) && index < 0)',
      },
    ],
    red: [[PROOF, 'another winner with a true entry, index and path: the seed does not give them']],
  },
  {
    id: 'block-is-still-unknown',
    promise: 'The block of a draw is named before anybody can know it.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'api/resources/raffles/later-block.ts',
        from: 'const BLOCKS_AHEAD = 2n;',
        to: 'const BLOCKS_AHEAD = 1n;',
      },
    ],
    red: [
      [
        'api/resources/raffles/raffle-block.drill.test.ts',
        'dead with a block in mind that is there when it comes back: the ledger never names a known block',
      ],
    ],
  },
  {
    id: 'fails-where-it-stands',
    promise: 'No replica gives up a raffle that another one has taken further.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/raffles/raffle.ts',
        from: 'if (state.stage !== command.stage) return [];',
        to: "if (state.stage !== 'committed' && state.stage !== 'frozen') return [];",
      },
    ],
    red: [
      [
        'ledger/raffles/run-raffle.test.ts',
        'a replica whose chain names no block gives up no raffle that another one has frozen since, and draws it',
      ],
    ],
  },
  {
    id: 'entries-stay-frozen',
    promise: 'Nobody enters a raffle once its entries were kept, also where the program died in between.',
    source: 'threat 27',
    sabotage: [
      {
        file: 'api/resources/raffles/eligible.ts',
        from: 'if (frozen) return frozen;',
        to: `if (frozen) {
        await db.query('delete from raffles.frozen_users where raffle_id = $1', [raffleId]);
        await db.query('delete from raffles.frozen where raffle_id = $1', [raffleId]);
      }`,
      },
    ],
    red: [[CRASH, 'users who come while it is dead do not enter: what was kept for the raffle counts']],
  },
  {
    id: 'entries-as-of-the-beginning',
    promise: 'Whoever is eligible when a raffle begins enters it.',
    source: 'threat 27',
    sabotage: [
      {
        file: 'ledger/raffles/run-raffle.ts',
        from: 'await eligibleFor(winners, ports, from);',
        to: 'await ports.freezeEligible(raffleId, from);',
      },
    ],
    red: [
      [
        'api/resources/raffles/raffle-moments.int.test.ts',
        'whoever is verified between the count and the beginning enters: the events up to then decide',
      ],
    ],
  },
  {
    id: 'removed-winner-gets-nothing',
    promise: 'A winner whose account was removed keeps the place and gets no prize.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: "if (state.removed) return [{ type: 'PrizeForgone', data: { ref, reason: 'account_removed' } }];",
        to: '',
      },
    ],
    red: [['api/resources/raffles/raffle.int.test.ts', PARALLEL]],
  },
  {
    id: 'prize-once',
    promise: 'A prize is paid once, however often an admin presses the button.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'ledger/accounts/balance.ts',
        from: `  if (state.paidOnce.has(paidOnceKey(source, ref))) return [];
  if (state.removed)`,
        to: '  if (state.removed)',
      },
      {
        file: 'ledger/raffles/pay-prize.ts',
        from: '    commandId: grantId,\n',
        to: '',
      },
    ],
    red: [['api/resources/raffles/raffle.int.test.ts', PARALLEL]],
  },
  {
    id: 'prize-is-noted-after-a-crash',
    promise: 'A program that died between a prize and its note pays nobody twice and forgets nobody.',
    source: 'threat 28',
    sabotage: [
      {
        file: 'ledger/raffles/raffle-process.ts',
        from: 'if (isSettledPrize(event)) await noteSettledPrize(',
        to: 'if (isSettledPrize(event) && !event) await noteSettledPrize(',
      },
    ],
    red: [[CRASH, 'after append %d: each winner is paid once']],
  },
  {
    id: 'fold-finds-every-row',
    promise: 'A read model that differs from the ledger by one row is found out.',
    source: 'threat 31',
    sabotage: [
      {
        file: 'projector/testing/oracle.ts',
        from: 'if (missing.length === 0 && surplus.length === 0 && actual.length === expected.length) return;',
        to: 'if (missing.length === 0) return;',
      },
    ],
    red: [
      [
        'projector/read-models/read-models.drill.test.ts',
        'the fold finds a row that is wrong, missing or too much',
      ],
    ],
  },
];
