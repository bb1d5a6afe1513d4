import { ed25519 } from '@noble/curves/ed25519.js';
import { expect, test } from 'vitest';
import type { Receipt } from '../../contracts/api/ledger-seals.ts';
import { ownBeacon } from '../raffles/own-beacon.ts';
import { PUBLISHED_AT, publishProof } from '../testing/publish-proof.ts';
import { firstRoundFrom, roundTime } from './beacon.ts';
import { bytesToHex, hexToBytes } from './bytes.ts';
import { checkpointText } from './checkpoint.ts';
import { cosign } from './cosignature.ts';
import { inclusionProof, merkleTree } from './merkle.ts';
import type { RaffleProof } from './proven-raffle.ts';
import { sealedInTime } from './raffle-seal.ts';
import { COSIGNATURE_V1, formatNote, signText, verifierKeyOf } from './signed-note.ts';

const frozenAt = Date.parse(PUBLISHED_AT);
const own = ownBeacon({ secretKey: '03'.repeat(32), genesis: frozenAt / 1_000 - 3_000, period: 3 });
const rule = { ...own.beacon, marginSeconds: 30 };
const round = firstRoundFrom(rule, frozenAt + 30_000);
const due = roundTime(rule, round) / 1_000;
const proof = publishProof({
  users: 5,
  amounts: ['1'],
  beacon: { rule, round, signature: own.sign(round) },
});

const ORIGIN = 'rewards.example/ledger';
const keyOf = (n: number) => new Uint8Array(32).fill(n);
const NOTARY = verifierKeyOf(ORIGIN, ed25519.getPublicKey(keyOf(1)));
const witness = (n: number) => verifierKeyOf(`w${n}.example`, ed25519.getPublicKey(keyOf(n)), COSIGNATURE_V1);

/** Of an event of the raffle, under a seal that witnesses signed at these times, in seconds. */
function receiptOf(
  type: string,
  signed: Readonly<Record<number, number>>,
  { events }: RaffleProof = proof,
): Receipt {
  const tree = merkleTree(events.map(({ hash }) => hexToBytes(hash.slice('sha256-jcs:'.length))));
  const index = events.findIndex((event) => event.type === type);
  const event = events[index];
  if (!event) throw new Error(`there is no ${type}`);
  const text = checkpointText({ origin: ORIGIN, size: events.length, root: tree.root });
  const cosigned = Object.entries(signed).map(([n, at]) =>
    cosign(text, `w${n}.example`, keyOf(Number(n)), at),
  );
  return {
    format: 'evo-rewards-receipt/1',
    issuedAt: PUBLISHED_AT,
    event,
    notaryKeys: [{ verifierKey: NOTARY, replaces: null }],
    inclusion: {
      ...{ index, size: events.length, root: bytesToHex(tree.root) },
      path: inclusionProof(tree, index).map(bytesToHex),
      checkpoint: formatNote({ text, signatures: [signText(text, ORIGIN, keyOf(1)), ...cosigned] }),
    },
  };
}
const trusted = { verifierKey: NOTARY, witnesses: [witness(7), witness(8)] };
const faultOf = (receipt: Receipt, given: RaffleProof = proof) => sealedInTime(given, receipt, trusted).fault;

test('a known witness that signed before the round was published shows that the entries were frozen by then', () => {
  expect(faultOf(receiptOf('EntriesFrozen', { 7: due - 5 }))).toBeUndefined();
  // One is enough, whatever another one says.
  expect(faultOf(receiptOf('EntriesFrozen', { 7: due + 90, 8: due - 1 }))).toBeUndefined();
});

test('one that signed in the very second of the round may have seen it: a cosignature says no more than the second', () => {
  expect(faultOf(receiptOf('EntriesFrozen', { 7: due }))).toMatch(/the first to see them did so at/);
});

test('one that signed later, or that nobody knows, shows nothing', () => {
  expect(faultOf(receiptOf('EntriesFrozen', { 7: due + 1 }))).toMatch(/the first to see them did so at/);
  expect(faultOf(receiptOf('EntriesFrozen', { 9: due - 5 }))).toBe('no known witness cosigned it');
  expect(sealedInTime(proof, receiptOf('EntriesFrozen', { 7: due - 5 }), {}).fault).toBe(
    'no known witness has signed the seal',
  );
});

test('nor does the receipt of another event, one without a seal, or a seal that does not hold', () => {
  expect(faultOf(receiptOf('RaffleCommitted', { 7: due - 5 }))).toBe('the receipt is that of another event');
  const receipt = receiptOf('EntriesFrozen', { 7: due - 5 });
  expect(faultOf({ ...receipt, inclusion: null })).toBe('not sealed yet');
  const { inclusion } = receipt;
  if (!inclusion) throw new Error('it is sealed');
  expect(faultOf({ ...receipt, inclusion: { ...inclusion, index: 0 } })).toMatch(/is not number 0/);
  const without = publishProof({ users: 5, amounts: ['1'] });
  expect(faultOf(receiptOf('EntriesFrozen', { 7: due - 5 }, without), without)).toBe(
    'the draw took no round of a beacon',
  );
});

test('nor does a draw that does not hold: beside the true hash it may name a round that is published later', () => {
  const later = (data: unknown) => {
    const { beacon, ...entries } = data as { readonly beacon: object };
    return { ...entries, beacon: { ...beacon, round: round + 100 } };
  };
  const events = proof.events.map((event) =>
    event.type === 'EntriesFrozen' ? { ...event, data: later(event.data) } : event,
  );
  expect(faultOf(receiptOf('EntriesFrozen', { 7: due + 90 }), { ...proof, events })).toBe(
    'the draw itself does not hold: Events',
  );
});

test('the step says what it shows', () => {
  expect(sealedInTime(proof, receiptOf('EntriesFrozen', { 7: due - 5 }), trusted)).toEqual({
    name: 'Sealed',
    shows: 'A witness saw the frozen entries before the round was published',
    fault: undefined,
  });
  const late = new Date((due + 60) * 1_000).toISOString();
  expect(faultOf(receiptOf('EntriesFrozen', { 7: due + 90, 8: due + 60 }))).toBe(
    `the first to see them did so at ${late}, and the round was published at ${new Date(due * 1_000).toISOString()}`,
  );
});
