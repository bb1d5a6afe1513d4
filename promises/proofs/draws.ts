import type { ProductPromise } from '../promise.ts';

/** What anybody can check of a draw and of the round that it waited for. */
export const drawProofs: readonly ProductPromise[] = [
  {
    id: 'shown-as-drawn',
    promise: 'A browser finds a page that shows one winner twice, in the place of another.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ui/src/features/raffle/model/verify-draw.ts',
        from: `  for (const { place, userId, username, walletAddress } of raffle.winners) {
    const winner = winners.find((one) => one.place === place);
    if (winner?.id !== userId)`,
        to: `  for (const winner of winners) {
    const place = winner.place;
    const { userId, username, walletAddress } = raffle.winners.find((one) => one.place === place) ?? {};
    if (winner.id !== userId)`,
      },
    ],
    red: [['ui/src/features/raffle/model/verify-draw.test.ts', 'a page that shows %s is told of']],
  },
  {
    id: 'drawn-before-a-restore',
    promise:
      'A draw verifies after the ledger was put into another store, where everything stands at other places.',
    source: 'invariant I10',
    sabotage: [
      {
        file: 'ledger/proof/raffle-proof.ts',
        from: "const eligible = isMoved ? [] : [{ name: 'eligibleAt'",
        to: "const eligible = [{ name: 'eligibleAt'",
      },
    ],
    red: [
      ['ledger/proof/raffle-proof.test.ts', 'a draw holds whose entries name a place of the store before'],
    ],
  },
  {
    id: 'round-not-before',
    promise: 'The round of a draw is not published before the entries are frozen.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/beacon.ts',
        from: 'Math.ceil((time / 1_000 - genesis) / period) + 1',
        to: 'Math.floor((time / 1_000 - genesis) / period) + 1',
      },
    ],
    red: [
      [
        'ledger/proof/beacon.test.ts',
        'the first round from a time on is not earlier, and the one before it is',
      ],
    ],
  },
  {
    id: 'round-is-signed',
    promise: 'What a beacon signs is the number of its round.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/beacon.ts',
        from: 'return sha256(bigEndian(round, 8));',
        to: 'return sha256(bigEndian(round, 4));',
      },
    ],
    red: [['ledger/proof/beacon.test.ts', 'what is signed is the hash of eight bytes']],
  },
  {
    id: 'nothing-beside-a-round',
    promise:
      'A draw that takes a round of a beacon takes no block beside it, whose hash is nobody’s to check.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/raffle-proof.ts',
        from: 'if (beacon && block !== undefined) return',
        to: 'if (beacon && block === null) return',
      },
    ],
    red: [
      [
        'ledger/proof/raffle-beacon.test.ts',
        'takes a block beside the round, whose hash he makes up once that is there',
      ],
    ],
  },
  {
    id: 'seen-before-the-round',
    promise:
      'Entries count as seen in time where a witness signed before the second of their round, not in it.',
    source: 'threat 26',
    sabotage: [{ file: 'ledger/proof/raffle-seal.ts', from: 'return seen < due', to: 'return seen <= due' }],
    red: [
      [
        'ledger/proof/raffle-seal.test.ts',
        'one that signed in the very second of the round may have seen it: a cosignature says no more than the second',
      ],
    ],
  },
];
