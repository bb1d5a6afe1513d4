import { expect, test } from 'vitest';
import { keyTextOf, notaryOf, ORIGIN, sealed } from '../../audit/testing/seal-ledger.ts';
import { bytesToHex, hexToBytes } from '../bytes.ts';
import { checkpointText } from '../checkpoint.ts';
import { eventHash } from '../event-hash.ts';
import { merkleTree } from '../merkle.ts';
import { formatNote, signText } from '../signed-note.ts';
import type { ExportEnd, ExportedEvent } from './exported-event.ts';
import { type AuditFault, Unsound } from './fault.ts';
import { LedgerAudit, type LedgerAuditOptions } from './ledger-audit.ts';
import { shortLedger } from './testing/short-ledger.ts';

const notary = notaryOf('short') as [Uint8Array, Uint8Array]; // two keys, as it says
const plain = shortLedger(20);
/** A key, seals of 3, 6 and 9 events, a second key, seals of 12 and 15. */
const ledger = sealed(plain, notary, 3);
const numbersOf = (type: string) => ledger.flatMap((event, n) => (event.type === type ? [n] : []));
const [first = 0, second = 0, third = 0] = numbersOf('LedgerSealed');
const [, handover = 0] = numbersOf('NotaryKeySet');
const last = numbersOf('LedgerSealed').at(-1) ?? 0;

const rootOf = (size: number) => {
  const entries = plain
    .slice(0, size)
    .map((event) =>
      hexToBytes(eventHash({ ...event, revision: BigInt(event.revision) }).replace(/^.*:/, '')),
    );
  return bytesToHex(merkleTree(entries).root);
};

function audited(
  events: readonly ExportedEvent[],
  options: LedgerAuditOptions = {},
  end?: ExportEnd,
): AuditFault | ReturnType<LedgerAudit['end']> {
  try {
    const audit = new LedgerAudit(options);
    for (const event of events) audit.add(event);
    return audit.end(end);
  } catch (error) {
    if (error instanceof Unsound) return error.fault;
    throw error;
  }
}

/** The ledger with something else in the data of one event, and nothing behind it. */
function until(number: number, change: object): readonly ExportedEvent[] {
  const event = ledger[number]!;
  return [...ledger.slice(0, number), { ...event, data: { ...(event.data as object), ...change } }];
}
const placeOf = (number: number) => {
  const { position, id, type, stream, revision } = ledger[number]!;
  return { number, index: null, position, id, type, stream, revision };
};
const dataOf = (number: number) =>
  ledger[number]?.data as Readonly<Record<'root' | 'signature' | 'position' | 'verifierKey', string>>;

/** What the notary signs of a root, as the events say it. */
function signed(size: number, root: string, secret = notary[0], origin = ORIGIN) {
  const text = checkpointText({ origin, size, root: hexToBytes(root) });
  return { text, signature: signText(text, origin, secret) };
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
/** The first event that none of the seals before holds. */
const unproven = (size: number) => ledger.indexOf(plain[size]!);

test('a ledger with seals comes to its newest one, and says from where on nothing is proven', () => {
  const audit = new LedgerAudit({ origin: ORIGIN, verifierKey: keyTextOf(notary[1]) });
  for (const event of ledger) audit.add(event);
  expect(audit.unprovenFrom).toBe(unproven(15));
  expect(audit.progress).toEqual({ events: ledger.length, streams: 3, seals: 5, sealed: 15 });
  const { tree, checkpoint, keys } = audit.end();
  expect(tree).toEqual({ size: 20, root: rootOf(20) });
  const { text, signature } = signed(15, rootOf(15), notary[1]);
  expect(checkpoint).toBe(formatNote({ text, signatures: [signature] }));
  expect(keys.map(({ verifierKey }) => verifierKey)).toEqual(notary.map(keyTextOf));
});

test('a seal over all that there is leaves nothing unproven but what comes behind it', () => {
  const events = plain.slice(0, 3);
  const data = { size: 3, root: rootOf(3), position: 'C:300/P:300' };
  const { signature } = signed(3, rootOf(3)).signature;
  const seal = { ...ledger[first]!, data: { ...dataOf(first), ...data, signature: base64(signature) } };
  const audit = new LedgerAudit();
  for (const event of [events[0]!, ledger[1]!, ...events.slice(1), seal]) audit.add(event);
  expect([audit.unprovenFrom, audit.progress.sealed]).toEqual([4, 3]);
});

test('somebody else writes into the stream of the notary; a removal of an admin may take a revision there', () => {
  const other = { ...ledger[1]!, type: 'CheckedIn' };
  expect(audited([ledger[0]!, other])).toEqual({
    rule: 'seal',
    at: { ...placeOf(1), type: 'CheckedIn' },
    among: { from: 0, to: 1 },
    expected: 'NotaryKeySet or LedgerSealed in the stream seals',
    found: 'CheckedIn',
    follows: 'Somebody else than the notary writes into its stream.',
  });
  expect(audited([ledger[0]!, { ...other, type: 'RevisionTaken' }])).toMatchObject({ events: 2 });
});

test('a key or a seal that is not what its schema asks for', () => {
  expect(audited(until(1, { verifierKey: 5 }))).toMatchObject({
    rule: 'schema',
    at: placeOf(1),
    expected: 'the data of a NotaryKeySet',
    found: expect.stringMatching(/./),
    follows: 'The program did not write this event.',
  });
  expect(audited(until(first, { size: '3' }))).toMatchObject({
    ...{ rule: 'schema', expected: 'the data of a LedgerSealed' },
  });
});

test('a key that the one before has not signed', () => {
  const elsewhere = keyTextOf(notaryOf('other')[0]!);
  const [old, next] = [keyTextOf(notary[0]), keyTextOf(notary[1])];
  expect(audited(until(handover, { replaces: { verifierKey: elsewhere, signature: 'AAAA' } }))).toEqual({
    rule: 'notary-key',
    at: placeOf(handover),
    among: { from: unproven(9), to: handover },
    expected: 'a key that the notary’s key before it has signed',
    found: `${next} does not replace ${old}`,
    follows: 'Whoever signs from here on is not the notary of before.',
  });
  expect(audited(until(1, { replaces: { verifierKey: old, signature: 'AAAA' } }))).toMatchObject({
    ...{ rule: 'notary-key', found: 'the first key replaces one that is not there' },
  });
});

test('a seal that does not follow the one before', () => {
  const previous = { size: 3, root: rootOf(3) };
  const fault = {
    rule: 'seal-order',
    at: placeOf(second),
    among: { from: unproven(3), to: second },
    expected: 'a seal that follows the one of 3 events',
    follows: 'A seal was taken out, added or altered: the chain of seals is broken.',
  };
  const found = (size: number, before: { size: number; root: string }) =>
    `one of ${size} events that follows one of ${before.size}, ${before.root}`;
  for (const [size, before] of [
    [6, { ...previous, size: 2 }],
    [6, { ...previous, root: rootOf(2) }],
    [2, previous],
  ] as const) {
    const change = { size, previous: before };
    expect(audited(until(second, change))).toEqual({ ...fault, found: found(size, before) });
  }
  expect(audited(until(second, { previous: null }))).toEqual({
    ...{ ...fault, found: 'one of 6 events that follows none' },
  });
  expect(audited(until(first, { previous }))).toMatchObject({
    ...{ rule: 'seal-order', expected: 'the first seal', found: found(3, previous) },
  });
});

test('a seal holds more than the one before, and the first one something: the notary signs nothing twice', () => {
  const previous = { size: 3, root: rootOf(3) };
  const again = { ...dataOf(first), size: 3, previous };
  expect(audited([...ledger.slice(0, second), { ...ledger[second]!, data: again }])).toMatchObject({
    ...{ rule: 'seal-order', at: placeOf(second), expected: 'a seal that follows the one of 3 events' },
  });
  const { signature } = signed(0, rootOf(0)).signature;
  const empty = { size: 0, root: rootOf(0), position: null, signature: base64(signature) };
  expect(audited(until(first, empty))).toMatchObject({
    ...{ rule: 'seal-order', at: placeOf(first), expected: 'the first seal' },
  });
});

test('a seal over events that do not stand before it', () => {
  const before = plain.filter((event) => ledger.indexOf(event) < first).length;
  expect(audited(until(first, { size: before + 1 }))).toEqual({
    rule: 'seal-size',
    at: placeOf(first),
    among: { from: 0, to: first },
    expected: `a seal over ${before} events at the most, which stand before it`,
    found: `one over ${before + 1}`,
    follows: 'Events that were sealed are missing before the seal.',
  });
  expect(audited(until(first, { size: before }))).toMatchObject({ rule: 'seal-root' });
});

test('a seal of another root', () => {
  expect(audited(until(second, { root: rootOf(5) }))).toEqual({
    rule: 'seal-root',
    at: placeOf(second),
    among: { from: unproven(3), to: second },
    expected: `the root ${rootOf(6)} over the 6 events before it`,
    found: rootOf(5),
    follows: 'One of the events that this seal covers and the one before does not is not what was sealed.',
  });
});

test('a seal that stands for another position, unless the ledger was moved to another store', () => {
  const moved = until(second, { position: 'C:1/P:1' });
  expect(audited(moved)).toEqual({
    rule: 'seal-position',
    at: placeOf(second),
    among: { from: unproven(3), to: second },
    expected: `the position ${plain[5]?.position} of the last event under its root`,
    found: 'C:1/P:1',
    follows:
      'The positions are not those of the store that was sealed; of a ledger that was imported say --moved.',
  });
  expect(audited(until(second, { position: null }))).toMatchObject({ rule: 'seal-position', found: 'null' });
  expect(audited(moved, { isMoved: true })).toMatchObject({ seals: 2, sealed: 6 });
  const saidOf = (events: readonly ExportedEvent[]) => {
    const audit = new LedgerAudit({ isMoved: true });
    for (const event of events) audit.add(event);
    return audit.namesOtherPositions;
  };
  // Whatever later seals say, which were made where it stands now.
  const [here, elsewhere] = [plain[5], { ...plain[5]!, position: 'C:599/P:599' }];
  const partly = ledger.map((event) => (event === here ? elsewhere : event));
  expect([saidOf(partly), saidOf(ledger)]).toEqual([true, false]);
});

test('a seal that the notary of that moment has not signed', () => {
  const [old, next] = [keyTextOf(notary[0]), keyTextOf(notary[1])];
  const { signature } = signed(6, rootOf(6)).signature;
  const altered = base64(Uint8Array.from(signature, (byte, at) => (at === 9 ? byte ^ 1 : byte)));
  const fault = {
    rule: 'seal-signature',
    at: placeOf(second),
    among: { from: unproven(3), to: second },
    expected: `a signature of the notary's key ${old} over ${ORIGIN}, 6 events, ${rootOf(6)}`,
    follows: 'The notary has not signed this root; nobody answers for it.',
  };
  expect(audited(until(second, { signature: altered }))).toEqual({
    ...{ ...fault, found: `for ${ORIGIN}, said to be of ${old}: ${altered}` },
  });
  const early = signed(6, rootOf(6), notary[1]).signature.signature;
  for (const change of [
    { verifierKey: next, signature: base64(early) },
    { signature: base64(early) },
    { verifierKey: 'no+01234567+AAAA' },
    { origin: 'elsewhere.example/ledger' },
    // Of which no checkpoint can be written.
    { origin: 'elsewhere.example+ledger' },
    // Of which the last bits mean nothing.
    { signature: base64(signature).replace(/.==$/, 'B==') },
  ])
    expect(audited(until(second, change)), JSON.stringify(change)).toMatchObject({ rule: 'seal-signature' });
  // Its key may sign for another log, where no witness of this one looks.
  const origin = 'elsewhere.example/ledger';
  const ofAnother = base64(signed(6, rootOf(6), notary[0], origin).signature.signature);
  expect(audited(until(second, { origin, signature: ofAnother }))).toMatchObject({
    ...{ rule: 'seal-signature', at: placeOf(second) },
  });
  expect(audited(ledger.slice(0, second + 1), { origin: 'elsewhere.example/ledger' })).toMatchObject({
    ...{
      rule: 'seal-signature',
      expected: expect.stringContaining('over elsewhere.example/ledger, 3 events'),
    },
  });
  const keyless = ledger.slice(0, first + 1).filter(({ type }) => type !== 'NotaryKeySet');
  const alone = {
    ...keyless.at(-1)!,
    revision: 0,
    metadata: { ...(ledger[first]?.metadata as object), prevHash: null },
  };
  expect(audited(keyless.with(-1, alone))).toMatchObject({
    ...{ rule: 'seal-signature', expected: expect.stringContaining("notary's key (none is set) over") },
  });
});

test('a key of the notary that is known from elsewhere has to be among its own', () => {
  const elsewhere = keyTextOf(notaryOf('other')[0]!);
  const fault = {
    rule: 'notary-key',
    at: null,
    expected: `the notary's key ${elsewhere}`,
    follows: 'This ledger is not that notary’s: another one may have been put in its place.',
  };
  expect(audited(ledger, { verifierKey: elsewhere })).toEqual({
    ...{ ...fault, found: notary.map(keyTextOf).join(', ') },
    among: { from: unproven(15), to: unproven(15) },
  });
  expect(audited(plain, { verifierKey: elsewhere })).toMatchObject({ ...fault, found: 'no key at all' });
  expect(audited(ledger, { verifierKey: keyTextOf(notary[0]) })).toMatchObject({ seals: 5 });
});

test('a key that is known from elsewhere has to have signed, or one that came after it: anybody puts it behind their own', () => {
  const known = { verifierKey: keyTextOf(notary[1]) };
  const fault = {
    rule: 'notary-key',
    at: null,
    expected: `a newest seal that ${known.verifierKey} has signed, or a key that it handed over to`,
    follows: 'That notary has signed nothing of this ledger: its key may have been put behind another one’s.',
  };
  // Somebody's own seals, and behind them the key of a notary that has signed none.
  expect(audited(ledger.slice(0, handover + 1), known)).toMatchObject({
    ...{ ...fault, found: keyTextOf(notary[0]) },
  });
  const unused = { ...ledger[1]!, data: { verifierKey: known.verifierKey, replaces: null } };
  expect(audited([ledger[0]!, unused], known)).toMatchObject({ ...fault, found: 'no seal at all' });
  const sealedByIt = ledger.findIndex(({ type }, n) => n > handover && type === 'LedgerSealed');
  expect(audited(ledger.slice(0, sealedByIt + 1), known)).toMatchObject({ seals: 4 });
});

test('roots that somebody kept from before are those of this ledger, whatever their order', () => {
  const kept = (size: number, root = rootOf(size)) => ({ from: `receipt ${size}`, size, root });
  const sizes = [20, 0, 4, 3, 4, 1];
  expect(audited(ledger, { knownRoots: sizes.map((size) => kept(size)) })).toMatchObject({ sealed: 15 });
  const other = kept(4, rootOf(5));
  expect(audited(ledger, { knownRoots: [kept(9), other, kept(3)] })).toEqual({
    rule: 'known-root',
    at: placeOf(second),
    among: { from: 0, to: ledger.indexOf(plain[3]!) },
    expected: `the root ${other.root} over the first 4 events, as receipt 4 says`,
    found: `the root ${rootOf(4)}`,
    follows: 'There are two histories: the ledger that receipt 4 was given for, and this one.',
  });
  expect(audited(ledger, { knownRoots: [kept(18, rootOf(5))] })).toMatchObject({
    ...{ rule: 'known-root', at: null },
    among: { from: 0, to: ledger.indexOf(plain[17]!) },
  });
  expect(audited([], { knownRoots: [kept(0, rootOf(1))] })).toMatchObject({ among: { from: 0, to: 0 } });
});

test('a root of more events than there are: the end was taken away', () => {
  const knownRoots = [{ from: 'receipt', size: 21, root: rootOf(20) }];
  expect(audited(ledger, { knownRoots })).toEqual({
    rule: 'known-root',
    at: null,
    among: { from: unproven(15), to: unproven(15) },
    expected: 'at least 21 events, as receipt says',
    found: '20 events',
    follows: 'The end of the ledger was taken away after it was signed.',
  });
});

test('a root of a later day says nothing of a ledger that ends before it, and all of one that does not', () => {
  const later = (size: number, root = rootOf(20)) => ({ from: 'a browser', size, root, mayBeLater: true });
  expect(audited(ledger, { knownRoots: [later(21)] })).toMatchObject({ sealed: 15 });
  expect(audited(ledger, { knownRoots: [later(20)] })).toMatchObject({ sealed: 15 });
  expect(audited(ledger, { knownRoots: [later(20, rootOf(19))] })).toMatchObject({ rule: 'known-root' });
  const both = [later(21), { from: 'receipt', size: 22, root: rootOf(20) }];
  expect(audited(ledger, { knownRoots: both })).toMatchObject({
    ...{ rule: 'known-root', expected: 'at least 22 events, as receipt says' },
  });
});

test('the checkpoint that came with an export is that of its newest seal, signed by the notary', () => {
  const notaryKeys = numbersOf('NotaryKeySet').map((n) => ledger[n]?.data) as ExportEnd['notaryKeys'];
  const end = (checkpoint: string | null): ExportEnd => ({
    ...{ end: true, events: ledger.length, checkpoint, notaryKeys },
  });
  const noteOf = ({ text, signature }: ReturnType<typeof signed>) =>
    formatNote({ text, signatures: [signature] });
  const newest = noteOf(signed(15, rootOf(15), notary[1]));
  for (const right of [null, newest, noteOf(signed(15, rootOf(15)))]) {
    expect(audited(ledger, {}, end(right))).toMatchObject({ checkpoint: newest });
  }
  const fault = {
    rule: 'checkpoint',
    at: null,
    among: { from: unproven(15), to: unproven(15) },
    expected: `the checkpoint of the newest seal, 15 events under ${rootOf(15)}, signed by the notary`,
    follows: 'The checkpoint that came with the ledger is another one’s, or an old one.',
  };
  const stranger = notaryOf('other')[0]!;
  const { signature } = signed(15, rootOf(15), notary[1]);
  for (const [checkpoint, found] of [
    ['no note', 'a text that is no checkpoint'],
    [formatNote({ text: 'no checkpoint\n', signatures: [signature] }), 'a text that is no checkpoint'],
    [noteOf(signed(12, rootOf(12), notary[1])), `12 events of ${ORIGIN} under ${rootOf(12)}`],
    [noteOf(signed(15, rootOf(12), notary[1])), `15 events of ${ORIGIN} under ${rootOf(12)}`],
    [
      noteOf(signed(15, rootOf(15), notary[1], 'elsewhere.example/ledger')),
      `15 events of elsewhere.example/ledger under ${rootOf(15)}`,
    ],
    [noteOf(signed(15, rootOf(15), stranger)), 'a checkpoint that no known key of the notary has signed'],
  ] as const)
    expect(audited(ledger, {}, end(checkpoint)), found).toEqual({ ...fault, found });
  // Whoever knows the second key believes no other one.
  const pinned = { verifierKey: keyTextOf(notary[1]) };
  expect(audited(ledger, pinned, end(noteOf(signed(15, rootOf(15)))))).toMatchObject({ rule: 'checkpoint' });
  expect(audited(plain, {}, { ...end(newest), events: 20, notaryKeys: [] })).toMatchObject({
    ...{ rule: 'checkpoint', expected: 'no checkpoint, because there is no seal' },
  });
});

test('the seals of this ledger are where these tests look for them', () => {
  expect([first, second, third, handover, last].map((n) => ledger[n]?.type)).toEqual([
    ...['LedgerSealed', 'LedgerSealed', 'LedgerSealed', 'NotaryKeySet', 'LedgerSealed'],
  ]);
  expect(third).toBeLessThan(handover);
});
