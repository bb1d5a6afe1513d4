import fc from 'fast-check';
import { getAddress } from 'viem/utils';
import { expect, test } from 'vitest';
import { isWalletAddress } from '../../../../contracts/wallet-address.ts';
import { readAddress } from './read-address.ts';

const asServerReads = (text: string) => (isWalletAddress(text) ? getAddress(text) : undefined);

const hex = (digits: string) => fc.string({ unit: fc.constantFrom(...digits), minLength: 40, maxLength: 40 });
const address = fc.oneof(hex('0123456789abcdef'), hex('0123456789ABCDEF')).map((digits) => `0x${digits}`);

test('a wallet tells an address in any case: it is read as the server reads it', () => {
  fc.assert(
    fc.property(address, (text) => {
      expect(readAddress(text)).toBe(asServerReads(text));
      // In checksum form, and with one letter of that in the other case.
      const checksum = getAddress(text);
      expect(readAddress(checksum)).toBe(checksum);
      const letter = checksum.slice(2).search(/[a-zA-Z]/) + 2;
      const wrong = [...checksum].map((one, at) => (at === letter ? otherCase(one) : one)).join('');
      expect(readAddress(wrong)).toBe(asServerReads(wrong));
    }),
  );
});

test.each([
  '',
  '0x',
  '0x12',
  `0X${'1'.repeat(40)}`,
  `0x${'1'.repeat(39)}g`,
  `0x${'1'.repeat(41)}`,
  ` 0x${'1'.repeat(40)}`,
  `0x${'1'.repeat(40)}\n`,
  `0x${'0'.repeat(40)}`,
  `0x${'e'.repeat(40)}`,
  `0x${'F'.repeat(40)}`,
])('%j is no wallet', (text) => {
  expect(readAddress(text)).toBeUndefined();
  expect(isWalletAddress(text)).toBe(false);
});

const otherCase = (letter: string) =>
  letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
