import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCheckpoint, getConsistency } from '../../../../../contracts/api/ledger-seals.ts';
import { bytesToHex, hexToBytes } from '../../../../../ledger/proof/bytes.ts';
import { consistencyProof } from '../../../../../ledger/proof/consistency.ts';
import { merkleTree } from '../../../../../ledger/proof/merkle.ts';
import { parseNote } from '../../../../../ledger/proof/signed-note.ts';
import type { NodeAt } from '../../../../../ledger/proof/tree-nodes.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { mapStorage } from '../../../lib/storage/testing/map-storage.ts';
import { rememberedRoot, rememberSeal } from '../model/seal-memory.ts';
import { notaryWithTwoKeys, sealedLedger } from '../testing/sealed-ledger.ts';
import { continuityQuery } from './continuity-query.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', mapStorage());
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.unstubAllGlobals();
  queryClient.clear();
});

const sealedUpTo = (sealed: number) =>
  sealedLedger({ size: 20, sealed, witnesses: [], endsAt: new Date('2026-01-01T00:00:00Z') });

test('a newer seal that another tab sees, while this one waits for its checkpoint, makes no older one wrong', async () => {
  const [own, other] = [sealedUpTo(7), sealedUpTo(13)];
  const newest = own.seals.seals[0]!;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path !== getCheckpoint.path) return Response.json(own.receipt(newest.eventId));
    rememberSeal({ checkpoint: other.checkpoint, verifierKey: other.seals.notary.verifierKey ?? '', at: 1 });
    return new Response(own.checkpoint);
  });
  expect(await queryClient.fetchQuery(continuityQuery(newest))).toMatchObject({ kind: 'first', size: 7 });
  expect(rememberedRoot()?.size).toBe(13);
});

test('the first seal of a new key of the notary, that comes while the page asks, is no other ledger', async () => {
  const [before, now] = [sealedUpTo(7), sealedUpTo(13)];
  const newest = now.seals.seals[0]!;
  const { notaryKeys, sign } = notaryWithTwoKeys();
  rememberSeal({
    checkpoint: before.checkpoint,
    verifierKey: notaryKeys[0]!.verifierKey,
    at: 1,
  });
  const signed = sign(parseNote(now.checkpoint)!.text, 'second');
  const entries = now.lines
    .toReversed()
    .filter(({ index }) => index !== null)
    .map(({ hash }) => hexToBytes(hash.slice('sha256-jcs:'.length)));
  const nodeAt: NodeAt = (level, index) =>
    merkleTree(entries.slice(index * 2 ** level, (index + 1) * 2 ** level)).root;
  let hasHandedOver = false;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === getCheckpoint.path) {
      hasHandedOver = true;
      return new Response(signed);
    }
    const known = hasHandedOver ? notaryKeys : notaryKeys.slice(0, 1);
    return Response.json(
      path.startsWith(getConsistency.path)
        ? { from: 7, to: 13, proof: consistencyProof(7, 13, nodeAt).map(bytesToHex) }
        : { ...now.receipt(newest.eventId), notaryKeys: known },
    );
  });
  expect(await queryClient.fetchQuery(continuityQuery(newest))).toMatchObject({
    kind: 'continues',
    size: 13,
  });
});
