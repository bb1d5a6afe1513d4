import {
  type Hex,
  parseSignature,
  serializeCompactSignature,
  serializeSignature,
  signatureToCompactSignature,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { recoverSigner } from './recover-signer.ts';

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const account = privateKeyToAccount(generatePrivateKey());
const message = 'Sign in';
const signature = await account.signMessage({ message });
const { r, s, yParity } = parseSignature(signature);

const withV = (v: number): Hex => `${signature.slice(0, 130)}${v.toString(16).padStart(2, '0')}` as Hex;
const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`;
const raw = (first: Hex, second: Hex) => `${first}${second.slice(2)}1b`;
const recovered = (one: string) => recoverSigner(message, one);

test.each([
  ['as wallets make it', signature],
  ['with v as 0 or 1', withV(yParity)],
  ['in capitals', `0x${signature.slice(2).toUpperCase()}`],
])('a signature %s counts', async (_, one) => {
  expect(await recovered(one)).toBe(account.address);
});

// The twin recovers to the same address where nobody looks at s.
const twin = serializeSignature({ r, s: word(ORDER - BigInt(s)), yParity: yParity === 0 ? 1 : 0 });

test.each([
  ['with the higher s', twin],
  ['of 64 bytes (EIP-2098)', serializeCompactSignature(signatureToCompactSignature({ r, s, yParity }))],
  ['of 66 bytes', `${signature}00`],
  ['with the v of EIP-155 for chain 1', withV(37 + yParity)],
  ['with the v of EIP-155 for no chain', withV(35 + yParity)],
  ['with v of 2', withV(2)],
  ['with v of 29', withV(29)],
  ['with v of 255', withV(255)],
  ['with r of zero', raw(word(0n), s)],
  ['with s of zero', raw(r, word(0n))],
  ['with r of the order', raw(word(ORDER), s)],
  ['of zeros', `0x${'00'.repeat(65)}`],
  ['of zeros with v of 27', `0x${'00'.repeat(64)}1b`],
  ['that is empty', '0x'],
])("a signature %s is nobody's", async (_, one) => {
  expect(await recovered(one)).toBeUndefined();
});

test('the other v is of another key, if of any', async () => {
  expect(await recovered(withV(yParity === 0 ? 28 : 27))).not.toBe(account.address);
});
