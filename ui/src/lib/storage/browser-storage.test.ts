import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  forgetSignIn,
  lastWallet,
  read,
  recentWallet,
  rememberSignIn,
  VERIFIED_KEY,
  VERIFYING_KEY,
} from './browser-storage.ts';
import { mapStorage } from './testing/map-storage.ts';

const WALLET = '0x00000000000000000000000000000000000000Aa';

beforeEach(() => {
  vi.stubGlobal('localStorage', mapStorage());
  vi.stubGlobal('sessionStorage', mapStorage());
});
afterEach(() => vi.unstubAllGlobals());

const told = () => ['connectedWallet', 'isAdmin', 'adminWallet'].map(read);

test('other tools are told which wallet is connected, and that it is an admin’s, for as long as that is so', () => {
  rememberSignIn({ walletAddress: WALLET, role: 'superAdmin' }, 'metamask');
  expect(told()).toEqual([WALLET, 'true', WALLET]);
  for (const role of ['user', 'auditor'] as const) {
    rememberSignIn({ walletAddress: WALLET, role: 'admin' }, 'metamask');
    expect(told()).toEqual([WALLET, 'true', WALLET]);
    rememberSignIn({ walletAddress: WALLET, role }, 'io.other');
    expect(told(), role).toEqual([WALLET, undefined, undefined]);
  }
  expect([lastWallet(), recentWallet()]).toEqual(['io.other', 'io.other']);
});

test('who disconnects leaves nothing of the account, of a mailed link neither; which wallet it was is only marked', () => {
  rememberSignIn({ walletAddress: WALLET, role: 'admin' }, 'metamask');
  for (const key of [VERIFIED_KEY, VERIFYING_KEY]) sessionStorage.setItem(key, 'anna@example.com');
  forgetSignIn();
  expect([...told(), lastWallet()]).toEqual([undefined, undefined, undefined, undefined]);
  expect([VERIFIED_KEY, VERIFYING_KEY].map((key) => sessionStorage.getItem(key))).toEqual([null, null]);
  expect(recentWallet()).toBe('metamask');
});

test('a browser that forbids storage loses nothing else', () => {
  vi.stubGlobal('localStorage', undefined);
  vi.stubGlobal('sessionStorage', undefined);
  rememberSignIn({ walletAddress: WALLET, role: 'user' }, 'metamask');
  forgetSignIn();
  expect(lastWallet()).toBeUndefined();
});
