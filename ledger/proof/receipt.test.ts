import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, test } from 'vitest';
import type { Receipt } from '../../contracts/api/ledger-seals.ts';
import { base64Of } from './base64.ts';
import { bytesToHex, hexToBytes } from './bytes.ts';
import { checkpointText } from './checkpoint.ts';
import { cosign } from './cosignature.ts';
import { eventHash } from './event-hash.ts';
import { inclusionProof, merkleTree } from './merkle.ts';
import { successionText } from './notary-keys.ts';
import { type Trusted, verifyReceipt } from './receipt.ts';
import { COSIGNATURE_V1, formatNote, signText, verifierKeyOf } from './signed-note.ts';

const ORIGIN = 'rewards.example/ledger';
const seedOf = (n: number) => new Uint8Array(32).fill(n);
const publicOf = (n: number) => ed25519.getPublicKey(seedOf(n));
const FIRST = verifierKeyOf(ORIGIN, publicOf(1));
const SECOND = verifierKeyOf(ORIGIN, publicOf(2));
const WITNESS = verifierKeyOf('w.example/1', publicOf(9), COSIGNATURE_V1);

const succession = (old: number, next: number) => ({
  verifierKey: verifierKeyOf(ORIGIN, publicOf(next)),
  replaces: {
    verifierKey: verifierKeyOf(ORIGIN, publicOf(old)),
    signature: base64Of(
      signText(successionText(verifierKeyOf(ORIGIN, publicOf(next))), ORIGIN, seedOf(old)).signature,
    ),
  },
});

const content = {
  id: '7d5a3c2e-0000-4000-8000-000000000001',
  type: 'RewardGranted',
  stream: 'account-7d5a3c2e-0000-4000-8000-000000000002',
  revision: 3,
  data: { amount: '25', reason: 'Ångström ☃' },
  metadata: { schemaVersion: 1, prevHash: null },
};
const hash = eventHash({ ...content, revision: 3n });
const others = Array.from({ length: 10 }, (_, n) => seedOf(n + 20));
const entries = others.with(6, hexToBytes(hash.slice('sha256-jcs:'.length)));

/** A receipt of a tree of ten, signed by the key `signer` and cosigned. */
function receiptOf(
  signer = 1,
  notaryKeys: Receipt['notaryKeys'] = [{ verifierKey: FIRST, replaces: null }],
  origin = ORIGIN,
): Receipt {
  const tree = merkleTree(entries);
  const text = checkpointText({ origin, size: 10, root: tree.root });
  const signatures = [
    signText(text, ORIGIN, seedOf(signer)),
    cosign(text, 'w.example/1', seedOf(9), 1_800_000_000),
  ];
  return {
    format: 'evo-rewards-receipt/1',
    issuedAt: '2026-01-02T03:04:05.000Z',
    event: { ...content, position: 'C:100/P:100', hash },
    notaryKeys,
    inclusion: {
      index: 6,
      size: 10,
      root: bytesToHex(tree.root),
      path: inclusionProof(tree, 6).map(bytesToHex),
      checkpoint: formatNote({ text, signatures }),
    },
  };
}
const failed = (given: unknown, trusted?: Trusted) => {
  const { verdict, steps } = verifyReceipt(given, trusted);
  const faults = steps.filter(({ fault }) => fault !== undefined);
  expect(verdict === 'does not hold').toBe(faults.length > 0);
  return faults.map(({ name }) => name);
};

test('a true receipt holds, also after it was a file, and says what it cannot show', () => {
  const { verdict, steps, cannotShow } = verifyReceipt(JSON.parse(JSON.stringify(receiptOf())));
  expect(verdict).toBe('in the ledger');
  expect(steps.map(({ name }) => name)).toEqual(['Form', 'Content', 'Keys', 'Checkpoint', 'Inclusion']);
  expect(cannotShow.join('\n')).toMatch(/was right to do.*own keys.*same ledger.*What became/s);
});

test('a pinned key and a known witness take two of the limits away', () => {
  const trusted = { verifierKey: FIRST, origin: ORIGIN, witnesses: [WITNESS] };
  const { verdict, steps, cannotShow } = verifyReceipt(receiptOf(), trusted);
  expect(verdict).toBe('in the ledger');
  expect(steps.at(-1)?.shows).toBe('Witnesses saw it: w.example/1 at 2027-01-15T08:00:00.000Z');
  expect(cannotShow.join('\n')).not.toMatch(/own keys|same ledger/);
});

test('one without inclusion is not sealed yet, before the first key too', () => {
  for (const notaryKeys of [receiptOf().notaryKeys, []]) {
    const { verdict, cannotShow } = verifyReceipt({ ...receiptOf(), notaryKeys, inclusion: null });
    expect(verdict).toBe('not sealed yet');
    expect(cannotShow.join('\n')).toContain('no signed root holds it yet');
  }
});

test('one whose event lies deeper in itself than any stack reaches does not hold', () => {
  const { event, ...rest } = receiptOf();
  const data = JSON.parse(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`);
  expect(failed({ ...rest, event: { ...event, data } })).toEqual(['Content']);
});

describe('what is changed is found at its step', () => {
  const receipt = receiptOf();
  const { event, inclusion } = receipt;
  test.each<[string, unknown, string[]]>([
    ['the amount', { ...receipt, event: { ...event, data: { ...content.data, amount: '26' } } }, ['Content']],
    ['the revision', { ...receipt, event: { ...event, revision: 4 } }, ['Content']],
    [
      'the hash',
      { ...receipt, event: { ...event, hash: hash.replace(/.$/, 'x') } },
      ['Content', 'Inclusion'],
    ],
    ['a text without a canonical form', { ...receipt, event: { ...event, data: '\ud800' } }, ['Content']],
    ['the number', { ...receipt, inclusion: { ...inclusion!, index: 5 } }, ['Inclusion']],
    ['the path', { ...receipt, inclusion: { ...inclusion!, path: [] } }, ['Inclusion']],
    ['the size', { ...receipt, inclusion: { ...inclusion!, size: 11 } }, ['Checkpoint']],
    ['the root', { ...receipt, inclusion: { ...inclusion!, root: '0'.repeat(64) } }, ['Checkpoint']],
    ['the note', { ...receipt, inclusion: { ...inclusion!, checkpoint: 'text' } }, ['Checkpoint']],
    ['who signed', receiptOf(3), ['Checkpoint']],
    // The notary may sign for another log, where no witness of this one looks.
    ['whose checkpoint was signed', receiptOf(1, undefined, 'other.example/ledger'), ['Checkpoint']],
    ['no keys', { ...receipt, notaryKeys: [] }, ['Keys', 'Checkpoint']],
    ['the format', { ...receipt, format: 'evo-rewards-receipt/2' }, ['Form']],
    ['everything', 'nonsense', ['Form']],
  ])('%s', (_, given, steps) => {
    expect(failed(given)).toEqual(steps);
  });

  test('another origin, or no cosignature of a witness that is asked for', () => {
    expect(failed(receipt, { origin: 'other.example/ledger' })).toEqual(['Checkpoint']);
    const stranger = verifierKeyOf('w.example/2', publicOf(9), COSIGNATURE_V1);
    expect(failed(receipt, { witnesses: [stranger] })).toEqual(['Witnesses']);
    expect(failed(receipt, { witnesses: [stranger, WITNESS] })).toEqual([]);
  });

  test('a seal is in no tree, whatever is claimed', () => {
    const given = { ...receipt, event: ofNotary('LedgerSealed', sealBy(1)) };
    expect(failed(given)).toEqual(['Inclusion']);
    expect(failed({ ...given, inclusion: null })).toEqual([]);
  });

  test('a seal or a key is signed by the notary, and no later seal will hold it', () => {
    for (const event of [
      ofNotary('LedgerSealed', sealBy(1)),
      ofNotary('NotaryKeySet', receipt.notaryKeys[0]),
    ]) {
      const { verdict, cannotShow } = verifyReceipt({ ...receipt, event, inclusion: null });
      expect(verdict).toBe('signed by the notary');
      expect(cannotShow.join()).not.toContain('Ask again');
    }
  });
});

/** An event of the notary's own stream, with the hash of its content. */
function ofNotary(type: string, data: unknown): Receipt['event'] {
  const event = { ...content, stream: 'seals', type, data };
  return { ...event, position: 'C:1/P:1', hash: eventHash({ ...event, revision: 3n }) };
}
function sealBy(n: number, more: object = {}) {
  const { root } = merkleTree(entries);
  const { signature } = signText(checkpointText({ origin: ORIGIN, size: 10, root }), ORIGIN, seedOf(n));
  const seal = { size: 10, root: bytesToHex(root), previous: null, position: null, origin: ORIGIN };
  const verifierKey = verifierKeyOf(ORIGIN, publicOf(n));
  return { ...seal, verifierKey, signature: base64Of(signature), ...more };
}

describe('what stands in the stream of the notary, of which no tree holds anything', () => {
  const keys = [{ verifierKey: FIRST, replaces: null }, succession(1, 2)];
  const failing = (type: string, data: unknown, trusted?: Trusted) =>
    failed({ ...receiptOf(2, keys), inclusion: null, event: ofNotary(type, data) }, trusted);

  test('counts where the notary has signed it, or it is one of its keys', () => {
    for (const n of [1, 2]) expect(failing('LedgerSealed', sealBy(n), { verifierKey: FIRST })).toEqual([]);
    for (const key of keys) expect(failing('NotaryKeySet', key)).toEqual([]);
    // A place that a removal of an admin has taken says nothing.
    expect(failing('RevisionTaken', { commandId: content.id })).toEqual([]);
  });

  test.each<[string, string, unknown]>([
    ['a seal by another key', 'LedgerSealed', sealBy(3)],
    ['a seal by another key that names the own one', 'LedgerSealed', { ...sealBy(3), verifierKey: FIRST }],
    ['a seal by the other one of its keys', 'LedgerSealed', { ...sealBy(2), verifierKey: FIRST }],
    ['a seal of another size', 'LedgerSealed', sealBy(1, { size: 11 })],
    ['a seal under another root', 'LedgerSealed', sealBy(1, { root: '0'.repeat(64) })],
    ['a seal of another ledger', 'LedgerSealed', sealBy(1, { origin: 'other.example/ledger' })],
    ['a seal of no ledger', 'LedgerSealed', sealBy(1, { origin: 'a+b' })],
    ['no seal', 'LedgerSealed', { amount: '5' }],
    ['another key', 'NotaryKeySet', succession(1, 3)],
    [
      'a key in the place of another one',
      'NotaryKeySet',
      {
        ...succession(1, 2),
        replaces: { ...succession(1, 2).replaces, verifierKey: verifierKeyOf(ORIGIN, publicOf(3)) },
      },
    ],
    ['no key', 'NotaryKeySet', {}],
    ['an event of another stream', 'RewardGranted', content.data],
  ])('is refused where it is %s', (_, type, data) => {
    expect(failing(type, data)).toEqual(['Notary']);
  });

  test('is refused where it is of another ledger or key than is known', () => {
    expect(failing('LedgerSealed', sealBy(1), { origin: ORIGIN })).toEqual([]);
    expect(failing('LedgerSealed', sealBy(1), { origin: 'other.example/ledger' })).toEqual(['Notary']);
    expect(failing('LedgerSealed', sealBy(1), { verifierKey: SECOND })).toEqual(['Notary']);
  });

  test('a key that is said to have handed over to the known one may be anybody’s', () => {
    expect(failing('NotaryKeySet', keys[1], { verifierKey: FIRST })).toEqual([]);
    expect(failing('NotaryKeySet', keys[0], { verifierKey: FIRST })).toEqual([]);
    for (const key of keys) expect(failing('NotaryKeySet', key, { verifierKey: SECOND })).toEqual(['Notary']);
  });
});

describe('the succession of keys', () => {
  const both = [{ verifierKey: FIRST, replaces: null }, succession(1, 2)];

  test('who pinned the first key accepts what it handed over to', () => {
    expect(failed(receiptOf(2, both), { verifierKey: FIRST })).toEqual([]);
    expect(failed(receiptOf(2, both), { verifierKey: SECOND })).toEqual([]);
  });

  test('a key that is no heir, or is pinned nowhere, is refused', () => {
    expect(failed(receiptOf(2, [both[0]!, { ...both[1]!, replaces: null }]))).toContain('Keys');
    expect(failed(receiptOf(3, [both[0]!, { ...succession(3, 2) }]))).toContain('Keys');
    const forged = { ...both[1]!, replaces: { verifierKey: FIRST, signature: base64Of(seedOf(1)) } };
    expect(failed(receiptOf(2, [both[0]!, forged]))).toContain('Keys');
    expect(failed(receiptOf(2, both), { verifierKey: verifierKeyOf(ORIGIN, publicOf(5)) })).toContain('Keys');
  });

  test('a key that was put before a pinned one and signed it speaks for nobody', () => {
    const invented = [{ verifierKey: verifierKeyOf(ORIGIN, publicOf(7)), replaces: null }, succession(7, 1)];
    expect(failed(receiptOf(7, invented), { verifierKey: FIRST })).toEqual(['Checkpoint']);
  });
});

describe('in words for people', () => {
  const saidOf = (given: unknown, trusted?: Trusted) =>
    verifyReceipt(given, trusted).steps.flatMap(({ name, fault }) => (fault ? [`${name}: ${fault}`] : []));
  const receipt = receiptOf();
  const { event } = receipt;
  const inclusion = receipt.inclusion!;
  const own = { ...receipt, inclusion: null };

  test('each step says what it shows', () => {
    const { steps } = verifyReceipt(receipt, { witnesses: [WITNESS] });
    expect(steps.map(({ name, shows }) => `${name}: ${shows}`)).toEqual([
      'Form: This is a receipt of a known format',
      'Content: The event has the hash of its content',
      "Keys: Each of the notary's keys was signed with the one before it",
      'Checkpoint: The notary signed the root and the number of events under it',
      'Inclusion: The event is in the tree of that root, at its number',
      'Witnesses: Witnesses saw it: w.example/1 at 2027-01-15T08:00:00.000Z',
    ]);
    const stranger = verifierKeyOf('w.example/2', publicOf(9), COSIGNATURE_V1);
    const unseen = verifyReceipt(receipt, { witnesses: [stranger, 'no key'] }).steps.at(-1);
    expect(unseen).toEqual({
      name: 'Witnesses',
      shows: 'A known witness saw this root',
      fault: 'no known witness cosigned it',
    });
    const unread = verifyReceipt({ ...receipt, inclusion: { ...inclusion, checkpoint: 'x' } }).steps.at(-1);
    expect(unread).toEqual({
      name: 'Checkpoint',
      shows: 'The notary signed the root and the number of events under it',
      fault: 'it cannot be read',
    });
    const odd = verifyReceipt({ ...receipt, format: 'x' });
    expect(odd).toMatchObject({
      verdict: 'does not hold',
      steps: [{ name: 'Form', shows: 'This is a receipt of a known format' }],
      cannotShow: [],
    });
    expect(odd.steps[0]?.fault).toContain('format');
  });

  test('what does not fit is said', () => {
    const altered = { ...event, data: { ...content.data, amount: '26' } };
    const other = eventHash({ ...content, data: altered.data, revision: 3n });
    expect(saidOf({ ...receipt, event: altered })).toEqual([`Content: its content has the hash ${other}`]);
    expect(saidOf({ ...own, event: { ...event, data: '\ud800' } })[0]).toMatch(/^Content: No canonical JSON/);
    expect(saidOf(receipt, { verifierKey: SECOND })).toEqual([
      `Keys: ${SECOND} is none of them`,
      'Checkpoint: no known key of the notary signed it',
    ]);
    expect(saidOf({ ...receipt, notaryKeys: [] })[0]).toBe('Keys: there is no key');
    expect(saidOf(receipt, { origin: 'other.example/ledger' })).toEqual([
      `Checkpoint: it is the one of ${ORIGIN}`,
    ]);
    expect(saidOf(receipt, { origin: ORIGIN })).toEqual([]);
    expect(saidOf({ ...receipt, inclusion: { ...inclusion, size: 11 } })).toEqual([
      'Checkpoint: it has another root or size',
    ]);
    expect(saidOf({ ...receipt, inclusion: { ...inclusion, index: 5 } })).toEqual([
      'Inclusion: it is not number 5 of the 10 events under the root',
    ]);
    const seal = { ...event, stream: 'seals' };
    expect(saidOf({ ...receipt, event: seal })).toContain(
      'Inclusion: no tree holds events of the stream seals',
    );
    for (const wrong of [
      { ...receipt, event: { ...event, hash: hash.replace(/.$/, 'x') } },
      { ...receipt, event: { ...event, hash: hash.replace('sha256-jcs', 'sha512-jcs') } },
    ])
      expect(saidOf(wrong).at(-1)).toMatch(/^Inclusion: hash or path is not hex$|^Form: /);
    expect(saidOf(receipt, { witnesses: [] })).toEqual([]);
  });

  test('what it cannot show depends on what is known from elsewhere', () => {
    const limits = (given: unknown, trusted?: Trusted) => verifyReceipt(given, trusted).cannotShow;
    const [rules, truth, unsealed, keys, everybody, later, tree, unsigned] = [
      'That what the event says is true, or was right to do: only that it was written, in these words. An audit of the whole ledger checks the rules.',
      'That what the event says is true, or was right to do. An audit of the whole ledger checks the rules.',
      'That the event is in the ledger: no signed root holds it yet, and anybody can write such a receipt. Ask again after the next seal.',
      "That these are the program's own keys: compare the first with what you know of it from elsewhere.",
      'That everybody is shown the same ledger: a cosignature of a witness that you trust would.',
      'What became of the ledger after this root was signed.',
      'A place in the tree: no tree holds the seals themselves.',
      'That the event is in the ledger: the notary signs no such event, and anybody can write such a receipt.',
    ];
    expect(limits(receipt)).toEqual([rules, keys, everybody, later]);
    expect(limits(receipt, { witnesses: [] })).toEqual([rules, keys, everybody, later]);
    expect(limits(receipt, { verifierKey: FIRST, witnesses: [WITNESS] })).toEqual([rules, later]);
    expect(limits(own)).toEqual([truth, unsealed, keys]);
    expect(limits({ ...own, notaryKeys: [] })).toEqual([truth, unsealed]);
    expect(limits({ ...own, event: ofNotary('LedgerSealed', sealBy(1)) })).toEqual([rules, tree, keys]);
    const taken = ofNotary('RevisionTaken', { commandId: content.id });
    expect(limits({ ...own, event: taken })).toEqual([truth, tree, unsigned, keys]);
  });
});
