import type { ProductPromise } from '../promise.ts';

const RECEIPT = 'ledger/proof/receipt.ts';
const RECEIPT_TEST = 'ledger/proof/receipt.test.ts';

/** What a receipt and a signed checkpoint prove, and what a browser makes of them. */
export const receiptProofs: readonly ProductPromise[] = [
  {
    id: 'receipt-content',
    promise: 'A receipt of another amount does not hold.',
    source: 'threat 29',
    sabotage: [
      {
        file: RECEIPT,
        from: 'return hash === event.hash ? undefined :',
        to: 'return hash !== undefined ? undefined :',
      },
    ],
    red: [[RECEIPT_TEST, '%s']],
  },
  {
    id: 'receipt-signature',
    promise: 'A receipt whose checkpoint nobody known has signed does not hold.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: 'signers.some(({ name }) => name === origin)',
        to: 'signers.every(({ name }) => name === origin)',
      },
    ],
    red: [
      [RECEIPT_TEST, '%s'],
      [RECEIPT_TEST, 'a key that was put before a pinned one and signed it speaks for nobody'],
    ],
  },
  {
    id: 'receipt-root',
    promise: 'A receipt says the root and the size that were signed.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: "if (size !== inclusion?.size || bytesToHex(root) !== inclusion.root) return 'it has another root or size';",
        to: '',
      },
    ],
    red: [[RECEIPT_TEST, '%s']],
  },
  {
    id: 'receipt-origin',
    promise: 'A receipt of another ledger does not hold.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: 'if (trusted.origin !== undefined && trusted.origin !== origin) return',
        to: "if (trusted.origin === '' && trusted.origin !== origin) return",
      },
    ],
    red: [[RECEIPT_TEST, 'another origin, or no cosignature of a witness that is asked for']],
  },
  {
    id: 'receipt-witness',
    promise: 'A receipt that no known witness has cosigned says so.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: "found.length > 0 ? undefined : 'no known witness cosigned it'",
        to: "found.length >= 0 ? undefined : 'no known witness cosigned it'",
      },
    ],
    red: [[RECEIPT_TEST, 'another origin, or no cosignature of a witness that is asked for']],
  },
  {
    id: 'receipt-inclusion',
    promise: 'A receipt proves its place in the tree.',
    source: 'threat 29',
    sabotage: [
      {
        file: RECEIPT,
        from: `return verifyInclusion(entry, inclusion.index, size, path, root)
    ? undefined`,
        to: `return verifyInclusion(entry, inclusion.index, size, path, root) || path.length >= 0
    ? undefined`,
      },
    ],
    red: [[RECEIPT_TEST, '%s']],
  },
  {
    id: 'receipt-of-the-notary',
    promise: 'Of what stands in the stream of the notary a receipt holds where the notary has signed it.',
    source: 'threat 30',
    sabotage: [
      {
        file: RECEIPT,
        from: 'return isSigned ? undefined :',
        to: 'return signers !== undefined ? undefined :',
      },
    ],
    red: [[RECEIPT_TEST, 'is refused where it is %s']],
  },
  {
    id: 'note-of-a-known-key',
    promise: 'A false signature of a known key refuses the whole checkpoint.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/proof/signed-note.ts',
        from: 'if (!isSignedBy(key.publicKey, utf8ToBytes(note.text), signature)) return [];',
        to: 'if (!isSignedBy(key.publicKey, utf8ToBytes(note.text), signature)) continue;',
      },
    ],
    red: [
      [
        'ledger/proof/signed-note.test.ts',
        'signatures of others are passed over; a false one of a known key refuses the whole note',
      ],
    ],
  },
  {
    id: 'key-of-its-id',
    promise: 'A pinned key is the one that its id says.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/proof/signed-note.ts',
        from: '|| keyIdOf(name, key) !== keyId) return undefined;',
        to: ') return undefined;',
      },
    ],
    red: [['ledger/proof/signed-note.test.ts', 'a verifier key with %s is none']],
  },
  {
    id: 'first-checkpoint-of-its-log',
    promise: 'A browser remembers no checkpoint that a key of another log has signed.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ui/src/features/ledger/model/continuity.ts',
        from: 'signers.some(({ name }) => name === head.origin)',
        to: 'signers.length > 0',
      },
    ],
    red: [
      [
        'ui/src/features/ledger/model/continuity.test.ts',
        'a checkpoint of another log than the one that its key is named for is not believed at a first visit',
      ],
    ],
  },
  {
    id: 'no-seal-by-a-replaced-key',
    promise: 'Who has seen a seal of a new key of the notary believes no newer one of the key before.',
    source: 'threat 30',
    sabotage: [
      {
        file: 'ledger/proof/notary-keys.ts',
        from: 'keys.slice(signer)',
        to: 'keys',
      },
    ],
    red: [
      [
        'ui/src/features/ledger/model/continuity.test.ts',
        'once a seal of a new key was seen, the key that it has replaced signs nothing more',
      ],
    ],
  },
  {
    id: 'sealed-before-a-restore',
    promise: 'A browser takes a ledger for sound that was put into another store, and says so.',
    source: 'invariant I9',
    sabotage: [
      {
        file: 'ui/src/features/ledger/model/verify-export/verify-lines.ts',
        from: 'isMoved: true,',
        to: 'isMoved: false,',
      },
    ],
    red: [
      [
        'ui/src/features/ledger/model/verify-export/verify-lines.test.ts',
        'a ledger that was put into another store holds, and what its seals say of positions is told',
      ],
    ],
  },
];
