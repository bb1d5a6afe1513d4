import { expect, test } from 'vitest';
import {
  isReservedAddress,
  isWalletAddress,
  listedAddressInput,
  walletAddressInput,
} from './wallet-address.ts';

const low = (last: number) => `0x${last.toString(16).padStart(40, '0')}`;

/** Nobody holds their key, and several answer for themselves or for whoever asks. */
const reserved: readonly [string, string][] = [
  ['the zero address, what a failed recovery gives', low(0)],
  ['ecrecover', low(1)],
  ['identity', low(4)],
  ['the last precompile of Prague', low(0x11)],
  ['P256VERIFY of RIP-7212', low(0x100)],
  ['the last of the range for rollups', low(0x1ff)],
  ['the burn address', low(0xdead)],
  ['the last system contract of zkSync', low(0xffff)],
  ['the sign for the native currency', `0x${'e'.repeat(40)}`],
  ['the same in checksum form', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
  ['the caller of system calls (EIP-4788)', `0x${'f'.repeat(39)}e`],
  ['all ones', `0x${'f'.repeat(40)}`],
];

test.each(reserved)('%s is no wallet', (_, address) => {
  expect(isReservedAddress(address)).toBe(true);
  expect(isWalletAddress(address)).toBe(false);
  expect(walletAddressInput.safeParse(address).success).toBe(false);
  // What an older ledger may hold can still be named to take it away.
  expect(listedAddressInput.safeParse(address).success).toBe(true);
});

test.each([
  ['the first above the reserved range', low(0x10000)],
  ['an ordinary one', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
  ['one that ends in zeros', `0x1${'0'.repeat(39)}`],
])('%s is a wallet', (_, address) => {
  expect(isWalletAddress(address)).toBe(true);
  expect(walletAddressInput.safeParse(address).success).toBe(true);
});
