import { expect, test } from 'vitest';
import type { Receipt } from '../../../../../contracts/api/ledger-seals.ts';
import { eventHash } from '../../../../../ledger/proof/event-hash.ts';
import { parseNote } from '../../../../../ledger/proof/signed-note.ts';
import { notaryWithTwoKeys, sealedLedger } from '../testing/sealed-ledger.ts';
import { checkEvent, checkReceipt, isWhole, verdictWords } from './event-check.ts';

const endsAt = new Date('2026-01-01T00:00:00Z');
const ledger = sealedLedger({ size: 9, sealed: 6, witnesses: ['alpha', 'beta'], endsAt });
const keys = ledger.seals.witnesses.map(({ verifierKey }) => verifierKey);
const known = { witnesses: keys };
const idOf = (index: number): string => ledger.lines.find((line) => line.index === index)!.eventId;
const shown = (index: number) => ledger.answer(idOf(index))!;
const receiptOf = (index: number) => ledger.receipt(idOf(index))!;
const faultsOf = (check: ReturnType<typeof checkEvent>) =>
  check.steps.filter(({ fault }) => fault !== undefined).map(({ name }) => name);

test('an event that is sealed and cosigned is said to be so, by whom it was', () => {
  const check = checkEvent(shown(4), receiptOf(4), known);
  expect(faultsOf(check)).toEqual([]);
  expect(verdictWords(check)).toEqual(['In the ledger', 'sealed', 'witnessed by alpha and beta']);
  // Only whose word counts here.
  expect(verdictWords(checkEvent(shown(4), receiptOf(4), { witnesses: keys.slice(1) }))[2]).toBe(
    'witnessed by beta',
  );
  expect(verdictWords(checkEvent(shown(4), receiptOf(4), { witnesses: [] }))[2]).toBe('not witnessed yet');
});

test('a notary that this browser knows from before has to be the one that signed', () => {
  const verifierKey = ledger.seals.notary.verifierKey!;
  const remembered = { checkpoint: ledger.checkpoint, verifierKey, at: 0 };
  const check = checkReceipt(receiptOf(4), { ...known, remembered });
  expect(check.verdict).toBe('in the ledger');
  // What is known need not be compared with anything.
  expect(check.cannotShow.join(' ')).not.toContain("the program's own keys");
  const another = { ...remembered, verifierKey: keys[0]! };
  expect(faultsOf(checkReceipt(receiptOf(4), { ...known, remembered: another }))).toContain('Keys');
});

test('a receipt of another history than this browser has seen sealed does not hold, whoever signed it', () => {
  const verifierKey = ledger.seals.notary.verifierKey!;
  const remembered = { checkpoint: ledger.checkpoint, verifierKey, at: 0 };
  const other = (sealed: number) =>
    sealedLedger({ size: 9, sealed, witnesses: ['alpha', 'beta'], endsAt, reason: 'Another' });
  const forged = other(6).receipt(idOf(4))!;
  expect(checkReceipt(forged, known).verdict).toBe('in the ledger');
  const check = checkReceipt(forged, { ...known, remembered });
  expect([check.verdict, faultsOf(check)]).toEqual(['does not hold', ['Memory']]);
  expect(check.steps.at(-1)?.fault).toContain('two histories');
  // Of a seal with fewer events that is not seen from the two alone.
  expect(checkReceipt(other(5).receipt(idOf(4)), { ...known, remembered }).verdict).toBe('in the ledger');
});

test('a receipt whose seal is signed with a key that was replaced before does not hold', () => {
  const { notaryKeys, sign } = notaryWithTwoKeys();
  const textOf = (sealed: number): string =>
    parseNote(sealedLedger({ size: 9, sealed, witnesses: [], endsAt }).checkpoint)!.text;
  const { verifierKey } = notaryKeys[0]!;
  const remembered = { checkpoint: sign(textOf(5), 'second'), verifierKey, at: 0 };
  const signedBy = (key: 'first' | 'second') => {
    const { inclusion, ...receipt } = receiptOf(4);
    return { ...receipt, notaryKeys, inclusion: { ...inclusion!, checkpoint: sign(textOf(6), key) } };
  };
  expect(faultsOf(checkReceipt(signedBy('first'), { witnesses: [], remembered }))).toEqual(['Memory']);
  expect(checkReceipt(signedBy('second'), { witnesses: [], remembered }).verdict).toBe('in the ledger');
});

test('an event before its seal is said to be in the ledger, and nothing shows it', () => {
  const check = checkEvent(shown(7), receiptOf(7), known);
  expect(check.verdict).toBe('not sealed yet');
  expect(verdictWords(check)).toEqual(['Said to be in the ledger', 'not sealed yet']);
});

const writtenBy = (event: Receipt['event']): Receipt['event'] => ({
  ...event,
  hash: eventHash({ ...event, revision: BigInt(event.revision) }),
});

test('a receipt that anybody can write is not told to be of the ledger', () => {
  const receipt = receiptOf(7);
  const event = writtenBy({ ...receipt.event, data: { amount: '1000000', reason: 'A prize' } });
  const check = checkReceipt({ ...receipt, event }, known);
  expect(check.verdict).toBe('not sealed yet');
  expect(verdictWords(check)).toEqual(['Said to be in the ledger', 'not sealed yet']);
  expect(check.cannotShow.join(' ')).toContain('anybody can write such a receipt');
});

test('what the page shows has to be what the receipt is about', () => {
  const other = { ...shown(4), data: { amount: '5000', reason: 'A test' } };
  expect(faultsOf(checkEvent(other, receiptOf(4), known))).toEqual(['This page']);
  expect(verdictWords(checkEvent(other, receiptOf(4), known))).toEqual(['The proof does not hold']);
  expect(faultsOf(checkEvent(shown(4), receiptOf(3), known))).toEqual(['This page']);
});

test.each([
  ['id', { eventId: ledger.lines[0]!.eventId }],
  ['type', { type: 'RewardsCleared' }],
  ['stream', { stream: 'account-9' }],
  ['place in its stream', { revision: 7 }],
  ['position', { ledgerPosition: 'C:1/P:1' }],
  ['hash', { hash: `sha256-jcs:${'0'.repeat(64)}` }],
  ['time', { occurredAt: '2026-01-01T00:00:00.001Z' }],
  ['number in the ledger', { index: 5 }],
])('a page that shows another %s does not show the event of the receipt', (_, change) => {
  const page = { ...shown(4), line: { ...shown(4).line, ...change } };
  expect(faultsOf(checkEvent(page, receiptOf(4), known))).toContain('This page');
});

test('the same moment may be written otherwise, and metadata that was left out is missed', () => {
  const { line, metadata } = shown(4);
  const occurredAt = line.occurredAt.replace('.000Z', '+00:00');
  expect(faultsOf(checkEvent({ ...shown(4), line: { ...line, occurredAt } }, receiptOf(4), known))).toEqual(
    [],
  );
  const bare = { ...Object(metadata), actor: undefined };
  expect(faultsOf(checkEvent({ ...shown(4), metadata: bare }, receiptOf(4), known))).toContain('This page');
});

test('an event that was altered, with the page altered alike, has not its hash', () => {
  const data = { amount: '5000', reason: 'A test' };
  const receipt = { ...receiptOf(4), event: { ...receiptOf(4).event, data } };
  expect(faultsOf(checkEvent({ ...shown(4), data }, receipt, known))).toEqual(['Content']);
});

test('an event has to name the one before it, which has to be the one before it', () => {
  const answer = shown(4);
  expect(faultsOf(checkEvent({ ...answer, previous: null }, receiptOf(4), known))).toEqual(['Chain']);
  const forged = { ...answer, previous: { ...answer.previous!, hash: `sha256-jcs:${'0'.repeat(64)}` } };
  expect(faultsOf(checkEvent(forged, receiptOf(4), known))).toEqual(['Chain']);
  const elsewhere = { ...answer, previous: { ...answer.previous!, revision: 7 } };
  expect(faultsOf(checkEvent(elsewhere, receiptOf(4), known))).toEqual(['Chain']);
});

test('a proof for another place, or of another root, does not hold', () => {
  const { inclusion, ...receipt } = receiptOf(4);
  const moved = { ...receipt, inclusion: { ...inclusion!, index: 3 } };
  const page = { ...shown(4), line: { ...shown(4).line, index: 3 } };
  expect(faultsOf(checkEvent(page, moved, known))).toEqual(['Inclusion']);
  const signed = inclusion!.checkpoint.replace('\n6\n', '\n5\n');
  const resigned = { ...receipt, inclusion: { ...inclusion!, checkpoint: signed } };
  expect(faultsOf(checkEvent(shown(4), resigned, known))).toContain('Checkpoint');
});

test("a word of the notary's own is in no tree, and is not said to wait for a seal", () => {
  const seal = ledger.seals.seals[0]!.eventId;
  const check = checkEvent(ledger.answer(seal)!, ledger.receipt(seal)!, known);
  expect(faultsOf(check)).toEqual([]);
  expect(verdictWords(check)).toEqual(['A word of the notary', 'in no tree itself']);
  expect(isWhole(ledger.receipt(seal)!, keys)).toBe(true);
});

test('what another one than the notary says in its stream is no word of the notary', () => {
  const receipt = ledger.receipt(ledger.seals.seals[0]!.eventId)!;
  const data = { ...Object(receipt.event.data), size: 7 };
  const forged = { ...receipt.event, data };
  const hash = eventHash({ ...forged, revision: BigInt(forged.revision) });
  const check = checkReceipt({ ...receipt, event: { ...forged, hash } }, known);
  expect(faultsOf(check)).toEqual(['Notary']);
  expect(verdictWords(check)).toEqual(['The proof does not hold']);
});

test('nor is a place of its stream that was taken, whatever that says: nobody signs it', () => {
  const receipt = ledger.receipt(ledger.seals.seals[0]!.eventId)!;
  const taken = { ...receipt.event, type: 'RevisionTaken', data: { word: 'We owe you 1,000,000 EVO' } };
  const check = checkReceipt({ ...receipt, event: writtenBy(taken) }, known);
  expect(verdictWords(check)).toEqual(['Said to be in the ledger', 'not sealed yet']);
});

test('the event that was checked is told, whatever stands beside it in the file', () => {
  const { event } = receiptOf(4);
  const text = JSON.stringify(receiptOf(4)).replace('{', '{"event":{"data":{"amount":"5000"}},');
  expect(checkReceipt(JSON.parse(text), known)).toMatchObject({ verdict: 'in the ledger', event });
  const altered = { ...receiptOf(4), event: { ...event, revision: 99 } };
  expect(checkReceipt(altered, known).event).toBeUndefined();
});

test('a receipt is waited for until it is sealed and one of the witnesses has cosigned', () => {
  const alone = sealedLedger({ size: 9, sealed: 6, witnesses: [], endsAt });
  const unwitnessed = alone.receipt(idOf(4))!;
  expect([isWhole(receiptOf(4), keys), isWhole(receiptOf(7), keys)]).toEqual([true, false]);
  expect([isWhole(unwitnessed, keys), isWhole(unwitnessed, [])]).toEqual([false, true]);
});

test.each([[null], ['text'], [{}], [{ inclusion: { checkpoint: 5 } }], [[]]])(
  'what is no receipt is none: %j',
  (given) => {
    expect(checkReceipt(given, known)).toMatchObject({ verdict: 'does not hold', witnesses: [] });
  },
);
