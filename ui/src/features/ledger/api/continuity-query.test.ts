import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getCheckpoint } from '../../../../../contracts/api/ledger-seals.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { mapStorage } from '../../../lib/storage/testing/map-storage.ts';
import { rememberedRoot, rememberSeal } from '../model/seal-memory.ts';
import { sealedLedger } from '../testing/sealed-ledger.ts';
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
