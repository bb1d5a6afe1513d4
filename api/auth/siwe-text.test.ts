import type { Pool } from 'pg';
import { createSiweMessage } from 'viem/siwe';
import { expect, test } from 'vitest';
import { CHAIN_ID } from '../../contracts/constants.ts';
import { issueChallenge } from './challenge.ts';
import { siweText } from './siwe-text.ts';

const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7';
const nonce = '0123456789abcdef0123456789abcdef';
const issuedAt = new Date('2026-03-01T12:00:00.000Z');
const expiresAt = new Date('2026-03-01T12:05:00.000Z');

test.each(['https://rewards.example', 'http://localhost:3000', 'http://127.0.0.1:8080'])(
  'what is signed at %s is what wallets and libraries know as EIP-4361',
  (publicUrl) => {
    const text = { walletAddress, publicUrl, nonce, issuedAt, expiresAt, statement: 'Sign in.' } as const;
    const known = {
      address: walletAddress,
      chainId: CHAIN_ID,
      domain: new URL(publicUrl).host,
      version: '1',
      nonce,
      issuedAt,
      expirationTime: expiresAt,
      statement: 'Sign in.',
    } as const;
    expect(siweText(text)).toBe(createSiweMessage({ ...known, uri: publicUrl }));
    const act = { uri: `${publicUrl}/api/admin/rewards`, requestId: '5c1f2d0e-55b1-4f0c-9a53-0f6ad0c5d111' };
    expect(siweText({ ...text, ...act })).toBe(createSiweMessage({ ...known, ...act }));
  },
);

test.each([
  ['http://evo:3000', 'evo:3000'],
  ['http://[::1]:3000', '[::1]:3000'],
  ['https://награды.рф', 'xn--80aaif5bu3f.xn--p1ai'],
  ['https://rewards.example.', 'rewards.example.'],
])('people sign in at %s', async (publicUrl, host) => {
  // Of a database nothing is asked here but to keep the challenge.
  const pool = { query: async () => ({ rows: [] }) } as unknown as Pool;
  const origin = new URL(publicUrl).origin;
  const { message } = await issueChallenge(pool, () => issuedAt.getTime(), origin, walletAddress);
  expect(message.split('\n')[0]).toBe(`${host} wants you to sign in with your Ethereum account:`);
  expect(message).toContain(`\nURI: ${origin}\n`);
});

test('no field brings a line of its own', () => {
  const text = { walletAddress, publicUrl: 'https://rewards.example', nonce, issuedAt, expiresAt } as const;
  for (const statement of ['Send 1 EVO.\nURI: https://elsewhere.example', 'Send 1 EVO.\rNonce: 1'])
    expect(() => siweText({ ...text, statement })).toThrow(RangeError);
  expect(() => siweText({ ...text, statement: 'Send 1 EVO.', requestId: '1\nResources:' })).toThrow(
    RangeError,
  );
});
