import type { ProductPromise } from '../promise.ts';

const PROGRAMS = 'api/resources/raffles/raffle-beacon.drill.test.ts';

/** Threat 26 for draws that take a round of a public beacon. */
export const beaconThreats: readonly ProductPromise[] = [
  {
    id: 'the-named-round',
    promise: 'A draw takes the round that was named with the entries, and no other.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/raffle-beacon.ts',
        from: 'if (signed?.round !== pinned.round)',
        to: 'if (signed === undefined)',
      },
    ],
    red: [['ledger/proof/raffle-beacon.test.ts', 'draws with another round than the one that was named']],
  },
  {
    id: 'one-signature-a-round',
    promise: 'A round of the beacon has one signature, and nobody chooses another.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'ledger/proof/beacon-signature.ts',
        from: `signed nothing.
    return false;`,
        to: `signed nothing.
    return true;`,
      },
    ],
    red: [
      [
        'ledger/proof/beacon.test.ts',
        'a point that pairs alike outside the subgroup: one round has one signature, and no second to choose',
      ],
    ],
  },
  {
    id: 'no-way-back-from-a-round',
    promise: 'Once its round is named a raffle is drawn, whoever dislikes the winners.',
    source: 'threat 26',
    sabotage: [{ file: 'ledger/raffles/raffle.ts', from: 'if (state.entries?.beacon) return [];', to: '' }],
    red: [
      [
        'ledger/raffles/raffle.test.ts',
        'takes the way back: once it is named the raffle cannot fail, nor be frozen anew',
      ],
    ],
  },
  {
    id: 'kept-entries-fail-no-raffle',
    promise: 'Whoever changes what is kept beside the ledger lets no raffle fail whose winners are fixed.',
    source: 'threat 26',
    sabotage: [
      { file: 'ledger/raffles/raffle.ts', from: 'if (state.entries?.beacon) return [];', to: '' },
      {
        file: 'ledger/raffles/draw-raffle.ts',
        from: 'if (entries.beacon) {',
        to: 'if (entries.beacon && isFrozen) {',
      },
    ],
    red: [
      [
        PROGRAMS,
        'an operator who dislikes the winners can neither let it fail nor put others among the kept entries',
      ],
    ],
  },
  {
    id: 'round-still-to-come',
    promise: 'The round that a raffle names is still to come, also after a crash.',
    source: 'threat 26',
    sabotage: [
      {
        file: 'api/integrations/beacon/beacon.ts',
        from: 'firstRoundFrom(rule, now + rule.marginSeconds * 1_000)',
        to: 'firstRoundFrom(rule, now - rule.marginSeconds * 1_000)',
      },
    ],
    red: [[PROGRAMS, 'dead before the round is named: the next life names one that is still to come']],
  },
];
