import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { WalletAddress } from '../../contracts/wallet-address.ts';
import { type Anvil, startAnvil } from '../testing/anvil.ts';
import { createSignatureCheck } from './verify-signature.ts';

const message = 'Sign in';
const account = privateKeyToAccount(generatePrivateKey());
const contract: WalletAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil.stop());

/** Puts a contract at an address: its code answers every call with 32 bytes. */
async function answerWith(word: string): Promise<void> {
  // PUSH32 word, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN
  await anvil.request('anvil_setCode', [contract, `0x7f${word.padEnd(64, '0')}60005260206000f3`]);
}

test('the key of the wallet, with a chain and without', async () => {
  const signature = await account.signMessage({ message });
  for (const rpcUrl of [undefined, anvil.url]) {
    const check = createSignatureCheck(rpcUrl);
    expect(await check({ walletAddress: account.address, message, signature })).toBe(true);
    expect(await check({ walletAddress: account.address, message: 'Other', signature })).toBe(false);
    expect(await check({ walletAddress: contract, message, signature })).toBe(false);
  }
});

describe('a contract', () => {
  const claim = { walletAddress: contract, message, signature: `0x${'12'.repeat(65)}` };
  test('that says yes', async () => {
    await answerWith('1626ba7e');
    expect(await createSignatureCheck(anvil.url)(claim)).toBe(true);
  });
  test('that says yes, where no chain is set', async () => {
    expect(await createSignatureCheck(undefined)(claim)).toBe(false);
  });
  test('that says anything else', async () => {
    await answerWith('00000001');
    expect(await createSignatureCheck(anvil.url)(claim)).toBe(false);
  });
  test.each(['0x', '0x1', '', 'x', `0x${'zz'}`])('with the signature %j', async (signature) => {
    await answerWith('1626ba7e');
    expect(await createSignatureCheck(anvil.url)({ ...claim, signature })).toBe(false);
  });
});

test('a chain that never answers is no yes, in time', async () => {
  const silent: Server = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const started = performance.now();
  const check = createSignatureCheck(`http://127.0.0.1:${port}`);
  expect(await check({ walletAddress: contract, message, signature: `0x${'12'.repeat(65)}` })).toBe(false);
  expect(performance.now() - started).toBeLessThan(8_000);
  silent.closeAllConnections();
  silent.close();
});
