import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mapStorage } from '../storage/testing/map-storage.ts';
import { forgetReferrer, rememberedReferrer, rememberReferrer } from './referrer.ts';

const ANNA = '5f0c2f0e-1111-4222-8333-944445555666';
const BEN = '6a1d3f1e-1111-4222-8333-944445555666';

beforeEach(() => void vi.stubGlobal('localStorage', mapStorage()));
afterEach(() => {
  forgetReferrer();
  vi.unstubAllGlobals();
});

test('whose link brought a browser here is known until a wallet connects; the last one counts', () => {
  rememberReferrer(ANNA);
  rememberReferrer(BEN.toUpperCase());
  expect(rememberedReferrer()).toBe(BEN);
  forgetReferrer();
  expect(rememberedReferrer()).toBeUndefined();
});

test('what is no user id is nobody, in a link and in the storage', () => {
  rememberReferrer('anna');
  expect(rememberedReferrer()).toBeUndefined();
  rememberReferrer(ANNA);
  localStorage.setItem('referrerId', 'somebody');
  expect(rememberedReferrer()).toBeUndefined();
});

function full(): never {
  throw new DOMException('no room', 'QuotaExceededError');
}

test.each<[string, object | undefined]>([
  ['forbids storage', undefined],
  ['has no room', { ...mapStorage(new Map([['referrerId', BEN]])), setItem: full }],
])('a browser that %s knows it as long as the page lives, and forgets it with the sign-in', (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  rememberReferrer(ANNA);
  expect(rememberedReferrer()).toBe(ANNA);
  forgetReferrer();
  expect(rememberedReferrer()).toBeUndefined();
});

test('another tab that has signed in with it has used it up', () => {
  rememberReferrer(ANNA);
  localStorage.removeItem('referrerId');
  expect(rememberedReferrer()).toBeUndefined();
});
