import { expect, test } from 'vitest';
import { adminFault } from './admin-fault.ts';

test('a wallet is required', () => {
  expect(adminFault('  ')).toBe('Please enter a wallet address');
});

test('a wallet starts with 0x and has 42 characters', () => {
  const wallet = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
  expect(adminFault(` ${wallet} `)).toBeUndefined();
  for (const wrong of [wallet.slice(0, 41), `${wallet}0`, `1x${wallet.slice(2)}`, `0x${'g'.repeat(40)}`]) {
    expect(adminFault(wrong)).toBe('Please enter a valid Ethereum wallet address');
  }
});
