import type { ProductPromise } from '../promise.ts';

/** The one form of what is hashed. */
export const hashProofs: readonly ProductPromise[] = [
  {
    id: 'one-form-of-a-text',
    promise: 'The members of an event are hashed in one order.',
    source: 'invariant: chain',
    sabotage: [
      { file: 'ledger/proof/canonical-json.ts', from: 'Object.keys(value).sort()', to: 'Object.keys(value)' },
    ],
    red: [
      [
        'ledger/proof/canonical-json.test.ts',
        'the order of members does not matter and the meaning survives',
      ],
      ['ledger/proof/canonical-json.test.ts', 'keys sort by UTF-16 code units, not by code points'],
    ],
  },
  {
    id: 'no-form-for-odd-texts',
    promise: 'A text that has no one form is written nowhere.',
    source: 'invariant: chain',
    sabotage: [
      {
        file: 'ledger/proof/canonical-json.ts',
        from: "if (!value.isWellFormed()) throw new NotCanonical('a string with a lone surrogate');",
        to: '',
      },
    ],
    red: [['ledger/proof/canonical-json.test.ts', '%s has no canonical form']],
  },
  {
    id: 'no-form-for-odd-numbers',
    promise: 'A number that JSON does not have is written nowhere.',
    source: 'invariant: chain',
    sabotage: [
      {
        file: 'ledger/proof/canonical-json.ts',
        from: 'if (!Number.isFinite(value)) throw new NotCanonical(`the number ${value}`);',
        to: '',
      },
    ],
    red: [['ledger/proof/canonical-json.test.ts', '%s has no canonical form']],
  },
  {
    id: 'no-hash-of-endless-numbers',
    promise: 'A number that is beyond all numbers is not taken for nothing.',
    source: 'threat 29',
    sabotage: [
      {
        file: 'ledger/proof/audit/parsed-json.ts',
        from: "if (typeof value === 'number') return Number.isFinite(value);",
        to: '',
      },
    ],
    red: [
      [
        'ledger/proof/audit/broken-ledger.test.ts',
        'a number beyond all numbers has no hash, and not that of nothing: %s',
      ],
    ],
  },
];
