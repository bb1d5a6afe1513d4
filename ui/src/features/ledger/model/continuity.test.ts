import { expect, test } from 'vitest';
import { bytesToHex, hexToBytes } from '../../../../../ledger/proof/bytes.ts';
import { consistencyProof } from '../../../../../ledger/proof/consistency.ts';
import { merkleTree } from '../../../../../ledger/proof/merkle.ts';
import { formatNote, parseNote, signText } from '../../../../../ledger/proof/signed-note.ts';
import type { NodeAt } from '../../../../../ledger/proof/tree-nodes.ts';
import { notaryWithTwoKeys, type SealedLedger, sealedLedger } from '../testing/sealed-ledger.ts';
import { checkContinuity, rootOf, type ShownSeal } from './continuity.ts';

const endsAt = new Date('2026-01-01T00:00:00Z');
const NOW = endsAt.getTime();
const witnesses = ['alpha'];
const at = (sealed: number, rest: { notary?: number; reason?: string } = {}) =>
  sealedLedger({ size: 20, sealed, witnesses, endsAt, ...rest });

/** What a program that has this ledger shows. */
function shown(ledger: SealedLedger): ShownSeal {
  const entries = ledger.lines
    .toReversed()
    .filter(({ index }) => index !== null)
    .map(({ hash }) => hexToBytes(hash.slice('sha256-jcs:'.length)));
  const nodeAt: NodeAt = (level, index) =>
    merkleTree(entries.slice(index * 2 ** level, (index + 1) * 2 ** level)).root;
  return {
    checkpoint: ledger.checkpoint,
    notaryKeys: ledger.receipt(ledger.events[0]!.id)!.notaryKeys,
    consistency: async (from, to) => consistencyProof(from, to, nodeAt).map(bytesToHex),
  };
}

async function remembered(ledger: SealedLedger) {
  const first = await checkContinuity(undefined, shown(ledger), NOW);
  if (first.kind !== 'first') throw new Error('nothing was remembered before');
  return first.seal;
}

test('the first seal is remembered with its signature, and the next ones have to follow from it', async () => {
  const seal = await remembered(at(7));
  expect(seal).toMatchObject({ checkpoint: at(7).checkpoint, at: NOW });
  expect(rootOf(seal)?.size).toBe(7);
  for (const size of [7, 8, 13, 16, 20]) {
    expect(await checkContinuity(seal, shown(at(size)), NOW + 5)).toMatchObject({
      kind: 'continues',
      size,
      before: { size: 7, at: NOW },
      seal: { checkpoint: at(size).checkpoint, verifierKey: seal.verifierKey, at: NOW + 5 },
    });
  }
});

test.each([
  ['an old event was altered', at(13, { reason: 'Another' }), 'The first 7 events are not those'],
  ['the same size has another root', at(7, { reason: 'Another' }), 'There are two histories'],
  ['the end was taken away', at(5), 'this browser has seen one of 7'],
  ['another notary signs', at(13, { notary: 9 }), 'not signed by the notary that this browser knows'],
])('where %s, that is said', async (_, ledger, why) => {
  const continuity = await checkContinuity(await remembered(at(7)), shown(ledger), NOW);
  expect(continuity).toEqual({ kind: 'broken', why: expect.stringContaining(why) });
});

/** The same with a seal that the first key of the notary has signed, or the one that it has handed over to. */
function handedOver(shows: ShownSeal, by: 'first' | 'second'): ShownSeal {
  const { text } = parseNote(shows.checkpoint) ?? { text: '' };
  const { notaryKeys, sign } = notaryWithTwoKeys();
  return { ...shows, notaryKeys, checkpoint: sign(text, by) };
}

test('once a seal of a new key was seen, the key that it has replaced signs nothing more', async () => {
  const seal = await remembered(at(7));
  const seen = await checkContinuity(seal, handedOver(shown(at(13)), 'second'), NOW);
  if (seen.kind !== 'continues') throw new Error('the notary has handed over');
  const next = shown(at(20));
  const oldKeys = next.notaryKeys;
  const byTheOld = handedOver(next, 'first');
  for (const notaryKeys of [byTheOld.notaryKeys, oldKeys])
    expect(await checkContinuity(seen.seal, { ...byTheOld, notaryKeys }, NOW)).toEqual({
      ...{ kind: 'broken', why: expect.stringContaining('had replaced before') },
    });
  expect(await checkContinuity(seen.seal, handedOver(next, 'second'), NOW)).toMatchObject({
    ...{ kind: 'continues', size: 20 },
  });
  // Who has seen nothing of the new one has no reason to doubt the old.
  expect(await checkContinuity(seal, byTheOld, NOW)).toMatchObject({ kind: 'continues', size: 20 });
});

test('a proof that is no proof, and a checkpoint that is none, are not believed', async () => {
  const seal = await remembered(at(7));
  const next = shown(at(13));
  for (const proof of [[], ['00'.repeat(32)], ['zz']]) {
    const lying = { ...next, consistency: async () => proof };
    expect(await checkContinuity(seal, lying, NOW)).toMatchObject({ kind: 'broken' });
  }
  expect(await checkContinuity(undefined, { ...next, checkpoint: 'no' }, NOW)).toMatchObject({
    why: 'The checkpoint cannot be read.',
  });
  const unsigned = next.checkpoint.replace(/^13$/m, '14');
  expect(await checkContinuity(undefined, { ...next, checkpoint: unsigned }, NOW)).toMatchObject({
    why: 'The notary has not signed the checkpoint.',
  });
});

test('a checkpoint of another log than the one that its key is named for is not believed at a first visit', async () => {
  const next = shown(at(13));
  const { text, signatures } = parseNote(next.checkpoint) ?? { text: '', signatures: [] };
  const elsewhere = text.replace(/^.*\n/, 'elsewhere.example/ledger\n');
  const name = signatures[0]?.name ?? '';
  const signed = signText(elsewhere, name, new Uint8Array(32).fill(7));
  const checkpoint = formatNote({ text: elsewhere, signatures: [signed] });
  expect(await checkContinuity(undefined, { ...next, checkpoint }, NOW)).toEqual({
    ...{ kind: 'broken', why: 'The notary has not signed the checkpoint.' },
  });
});
