import type { ProductPromise } from '../promise.ts';

/** What holds in every draw. */
export const raffleRules: readonly ProductPromise[] = [
  {
    id: 'no-second-draw',
    promise: 'A raffle is drawn once.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'ledger/raffles/raffle.ts',
        from: "if (state.stage !== 'frozen') return [];",
        to: "if (state.stage === 'committed') return [];",
      },
    ],
    red: [['ledger/raffles/raffle.test.ts', 'never drawn again']],
  },
  {
    id: 'number-once',
    promise: 'A raffle’s number is used once.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'ledger/raffles/raffle.ts',
        from: "if (state.stage !== 'none') throw new RaffleUnderWay();",
        to: '',
      },
    ],
    red: [['ledger/raffles/raffle.test.ts', 'a number is used once']],
  },
  {
    id: 'frozen-once',
    promise: 'Entries are frozen once.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'ledger/raffles/raffle.ts',
        from: "if (state.stage !== 'committed') return [];",
        to: "if (state.stage === 'none') return [];",
      },
    ],
    red: [['ledger/raffles/raffle.test.ts', 'frozen once']],
  },
  {
    id: 'block-as-named',
    promise: 'A draw uses the block that was named.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'ledger/raffles/raffle.ts',
        from: 'if (publicRandomness?.blockNumber !== state.entries?.block) {',
        to: "if (publicRandomness?.blockNumber === '') {",
      },
    ],
    red: [['ledger/raffles/raffle.test.ts', 'is no other, nor none']],
  },
  {
    id: 'seeds-are-random',
    promise: 'A raffle’s seed is known to nobody before the draw.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'api/resources/raffles/seeds.ts',
        from: 'const seed = randomBytes(SEED_BYTES);',
        to: 'const seed = Buffer.alloc(SEED_BYTES);',
      },
    ],
    red: [
      [
        'api/resources/raffles/seeds.test.ts',
        'each seed is 32 bytes that nobody can guess, kept sealed, and revealed as the one whose hash was committed',
      ],
    ],
  },
  {
    id: 'seeds-are-sealed',
    promise: 'A raffle’s seed is kept sealed.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'api/resources/raffles/seeds.ts',
        from: 'sealWithMaster(masterKeys, sealPlaces.raffleSeed(hash), seed),',
        to: "seed.toString('base64'),",
      },
      {
        file: 'api/resources/raffles/seeds.ts',
        from: "return openWithMaster(masterKeys, sealPlaces.raffleSeed(hash), rows[0].sealed).toString('hex');",
        to: "return Buffer.from(rows[0].sealed, 'base64').toString('hex');",
      },
    ],
    red: [
      [
        'api/resources/raffles/seeds.test.ts',
        'each seed is 32 bytes that nobody can guess, kept sealed, and revealed as the one whose hash was committed',
      ],
    ],
  },
  {
    id: 'seeds-that-do-not-open-wait',
    promise: 'No raffle fails because a replica has not got the key of its seed.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'api/resources/raffles/seeds.ts',
        from: 'if (error instanceof SealBroken) throw new SeedClosed(error);',
        to: 'if (error instanceof SealBroken) return undefined;',
      },
    ],
    red: [
      [
        'api/resources/raffles/seeds.test.ts',
        'a seed that does not open fails no raffle, and opens once the key is there',
      ],
    ],
  },
  {
    id: 'seeds-are-never-replaced',
    promise: 'A committed seed is never replaced.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'ledger/raffles/seeds.ts',
        from: '(newestSeed(before, own)?.number ?? 0) + 1) return [];',
        to: '(newestSeed(before, own)?.number ?? 0) + 1 && number !== own.newest?.number) return [];',
      },
    ],
    red: [['ledger/raffles/seeds.test.ts', 'are never replaced']],
  },
  {
    id: 'draw-is-fair',
    promise: 'Every entry wins with the same chance.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'ledger/proof/raffle-draw.ts',
        from: 'const pick = step + uniform(random, count - step);',
        to: 'const pick = step + uniform(random, count - step - (step > 0 ? 1 : 0) || 1);',
      },
    ],
    red: [
      [
        'ledger/proof/raffle-draw.test.ts',
        'each of 20 entries on each of 5 places, 20,000 draws (19 degrees of freedom: 43.8)',
      ],
    ],
  },
  {
    id: 'preview-of-the-others',
    promise: 'One winner who cannot take a prize keeps no admin from sending the others theirs.',
    source: 'spec: raffle',
    sabotage: [
      {
        file: 'ledger/raffles/preview-prizes.ts',
        from: 'if (!isOfOneWinner(refusal)) throw refusal;',
        to: 'throw refusal;',
      },
    ],
    red: [
      [
        'ledger/raffles/pay-prizes.test.ts',
        'tells of the others where one account cannot take its prize, and of that one why not',
      ],
    ],
  },
];
