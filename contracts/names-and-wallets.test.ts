import { describe, expect, test } from 'vitest';
import { defaultUsername, isDefaultUsernameForm } from './username.ts';
import { isReservedUsername } from './username-skeleton.ts';
import { isWalletAddress, lowerCase, shortenAddress, walletAddressInput } from './wallet-address.ts';

const CHECKSUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describe('an address of a wallet', () => {
  test.each([CHECKSUM, CHECKSUM.toLowerCase(), `0x${CHECKSUM.slice(2).toUpperCase()}`])(
    '%s is one, and read as its checksum form',
    (text) => {
      expect(isWalletAddress(text)).toBe(true);
      expect(walletAddressInput.parse(text)).toBe(CHECKSUM);
    },
  );
  test.each([
    CHECKSUM.replace('5aA', '5AA'),
    CHECKSUM.slice(0, 41),
    `${CHECKSUM}0`,
    CHECKSUM.slice(2),
    `00${CHECKSUM.slice(2)}`,
    `0X${CHECKSUM.slice(2)}`,
    `0x${'g'.repeat(40)}`,
    '',
  ])('%j is none', (text) => expect(isWalletAddress(text)).toBe(false));
  test('is compared in lower case', () => expect(lowerCase(CHECKSUM)).toBe(CHECKSUM.toLowerCase()));
  test('is shortened to its first 6 and last 4 characters, or to as many as is asked', () => {
    expect(shortenAddress(CHECKSUM)).toBe('0x5aAe…eAed');
    expect(shortenAddress(CHECKSUM, 8, 6)).toBe('0x5aAeb6…1BeAed');
    expect(shortenAddress('0x12345678')).toBe('0x12345678');
    expect(shortenAddress('0x123456789')).toBe('0x1234…6789');
  });
});

describe('the name that an account is opened with', () => {
  test('follows from its id', () => {
    const name = defaultUsername('01234567-89ab-4def-8123-456789abcdef');
    expect(name).toBe('evo_0123456789ab4def');
    expect(isDefaultUsernameForm(name)).toBe(true);
  });
  test.each(['evo_0123456789', 'EVO_0123456789', 'evo_0123456789abcdef', 'Evo_ABCDEF0123'])(
    '%s has its form',
    (name) => expect(isDefaultUsernameForm(name)).toBe(true),
  );
  test.each([
    'evo_012345678',
    'evo_01234567890',
    'evo_0123456789abcde',
    'evo_0123456789abcdef0',
    'evo_012345678g',
    'evo_0123456789abcdeg',
    'xevo_0123456789',
    'evo_0123456789x',
    'evo0123456789',
  ])('%s has not', (name) => expect(isDefaultUsernameForm(name)).toBe(false));
});

test.each(['admin12', 'admin1234567', '12admin', 'evo2026', 'team99'])('%s speaks for the program', (name) =>
  expect(isReservedUsername(name)).toBe(true),
);
test.each(['anna', 'anna2026', 'steam_fan', 'badminton1', 'supporters'])('%s speaks for nobody', (name) =>
  expect(isReservedUsername(name)).toBe(false),
);
