import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapStorage } from '../../../lib/storage/testing/map-storage.ts';
import { sealedLedger } from '../testing/sealed-ledger.ts';
import { forgetSeal, recallSeal, rememberedRoot, rememberSeal } from './seal-memory.ts';

const endsAt = new Date('2026-01-01T00:00:00Z');
const sealOf = (sealed: number, at = sealed) => {
  const { checkpoint, seals } = sealedLedger({ size: 9, sealed, witnesses: [], endsAt });
  return { checkpoint, verifierKey: seals.notary.verifierKey ?? '', at };
};

let kept: Map<string, string>;
beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', mapStorage(kept));
});
afterEach(() => vi.unstubAllGlobals());

test('the newest seal that any tab has seen is remembered, with its root and who signed it', () => {
  expect([recallSeal(), rememberedRoot()]).toEqual([undefined, undefined]);
  rememberSeal(sealOf(6));
  // Another tab was behind.
  rememberSeal(sealOf(3));
  expect(recallSeal()).toEqual(sealOf(6));
  // Seen once more.
  rememberSeal(sealOf(6, 60));
  expect(recallSeal()?.at).toBe(60);
  rememberSeal(sealOf(8));
  const { root } = rememberedRoot() ?? {};
  expect(root).toMatch(/^[0-9a-f]{64}$/);
  const { checkpoint, verifierKey } = sealOf(8);
  expect(rememberedRoot()).toEqual({ size: 8, root, checkpoint, verifierKey });
  forgetSeal();
  expect(recallSeal()).toBeUndefined();
});

test.each(['no JSON', 'null', '{}', '{"checkpoint":5,"verifierKey":"","at":0}'])(
  'what cannot be read is as good as nothing, and is written over: %s',
  (text) => {
    rememberSeal(sealOf(6));
    for (const key of kept.keys()) kept.set(key, text);
    expect([recallSeal(), rememberedRoot()]).toEqual([undefined, undefined]);
    rememberSeal(sealOf(3));
    expect(recallSeal()).toEqual(sealOf(3));
  },
);

test('a seal that is no checkpoint has no root, and is in nobody’s way', () => {
  rememberSeal({ ...sealOf(6), checkpoint: 'no checkpoint' });
  expect(rememberedRoot()).toBeUndefined();
  rememberSeal(sealOf(3));
  expect(rememberedRoot()?.size).toBe(3);
});

test('a browser that forbids storage remembers nothing, and goes on', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('the quota is used up');
    },
  });
  rememberSeal(sealOf(6));
  expect(recallSeal()).toBeUndefined();
});
