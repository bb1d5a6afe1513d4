import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import {
  concatHex,
  createPublicClient,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  http,
  parseAbi,
  size,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHAIN_ID } from '../../contracts/constants.ts';
import type { WalletAddress } from '../../contracts/wallet-address.ts';
import { type Anvil, startAnvil } from '../testing/anvil.ts';
import { createSignatureCheck, type SignatureCheck } from './verify-signature.ts';

const message = 'Sign in';
const account = privateKeyToAccount(generatePrivateKey());
const contract: WalletAddress = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil.stop());

// A server that listens on a port has an address with it.
const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Puts a contract at an address: its code answers every call with 32 bytes. */
async function answerWith(word: string): Promise<void> {
  // PUSH32 word, PUSH1 0, MSTORE, PUSH1 32, PUSH1 0, RETURN
  await anvil.request('anvil_setCode', [contract, `0x7f${word.padEnd(64, '0')}60005260206000f3`]);
}

/** Puts a contract at an address whose code fails every call with this. */
async function revertWith(data: Hex): Promise<void> {
  const bytes = size(data);
  // PUSH2 size, PUSH1 14, PUSH1 0, CODECOPY, PUSH2 size, PUSH1 0, REVERT.
  const length = bytes.toString(16).padStart(4, '0');
  await anvil.request('anvil_setCode', [
    contract,
    concatHex([`0x61${length}600e600039`, `0x61${length}6000fd`, data]),
  ]);
}

/** The error that asks a client to fetch the answer elsewhere, then to call the contract back with it. */
function offchainLookup(url: string): Hex {
  return encodeErrorResult({
    abi: parseAbi([
      'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extraData)',
    ]),
    args: [contract, [url], '0x', '0x1626ba7e', '0x'],
  });
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

describe('nobody', () => {
  const zero: WalletAddress = '0x0000000000000000000000000000000000000000';
  /** What recovers to no key: a chain's ecrecover answers nothing, which reads as the zero address. */
  test.each([`0x${'00'.repeat(65)}`, `0x${'00'.repeat(64)}1b`, `0x${'ff'.repeat(64)}1c`, '0x00'])(
    'is who signed %s, whatever the chain says',
    async (signature) => {
      const check = createSignatureCheck(anvil.url);
      expect(await check({ walletAddress: zero, message, signature })).toBe(false);
    },
  );

  test.each([1, 2, 4, 5, 0x100])('has the key of the precompile %i', async (number) => {
    const check = createSignatureCheck(anvil.url);
    // `toString` pads to the 40 digits of an address.
    const walletAddress = `0x${number.toString(16).padStart(40, '0')}` as WalletAddress;
    const magic = `0x1626ba7e${'00'.repeat(61)}`;
    for (const signature of [magic, `0x${'00'.repeat(65)}`]) {
      expect(await check({ walletAddress, message, signature })).toBe(false);
    }
  });

  test('answers for an address without code, not even with the wrapper of ERC-6492', async () => {
    await answerWith('1626ba7e');
    // Asks the contract that says yes to deploy the wallet, and the wallet is never there.
    const wrapped = concatHex([
      encodeAbiParameters(
        [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }],
        [contract, '0x', `0x${'12'.repeat(65)}`],
      ),
      `0x${'6492'.repeat(16)}`,
    ]);
    const walletAddress: WalletAddress = privateKeyToAccount(generatePrivateKey()).address;
    const check = createSignatureCheck(anvil.url);
    for (const signature of [wrapped, `0x${'12'.repeat(65)}`]) {
      expect(await check({ walletAddress, message, signature })).toBe(false);
    }
  });
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
  // An opcode that is none, and a loop without end.
  test.each(['0xfe', '0x5b600056'])('that breaks off at %s', async (code) => {
    await anvil.request('anvil_setCode', [contract, code]);
    expect(await createSignatureCheck(anvil.url)(claim)).toBe(false);
  });
  test('that says yes with more than the word that ERC-1271 asks for', async () => {
    await answerWith('1626ba7e00000001');
    expect(await createSignatureCheck(anvil.url)(claim)).toBe(false);
  });
  test.each([64, 66, 300])(
    'is asked about a signature of %i bytes: what counts is its own affair',
    async (bytes) => {
      await answerWith('1626ba7e');
      const signature = `0x${'12'.repeat(bytes)}`;
      expect(await createSignatureCheck(anvil.url)({ ...claim, signature })).toBe(true);
    },
  );
  test('that sends whoever asks it to a server (EIP-3668) is not followed', async () => {
    let hits = 0;
    const probe = createServer((_, answer) => {
      hits += 1;
      // Who follows is sent on without end, unless the server gives up.
      answer.statusCode = hits > 1 ? 500 : 200;
      answer.setHeader('content-type', 'application/json');
      answer.end(JSON.stringify({ data: `0x1626ba7e${'00'.repeat(28)}` }));
    });
    await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
    try {
      await revertWith(offchainLookup(`http://127.0.0.1:${portOf(probe)}/{sender}/{data}`));
      // The contract does revert so: a client that follows is sent on.
      const following = createPublicClient({ transport: http(anvil.url) });
      await following.call({ to: contract, data: '0x1626ba7e' }).catch(() => undefined);
      expect(hits).toBeGreaterThan(0);
      hits = 0;
      expect(await createSignatureCheck(anvil.url)(claim)).toBe(false);
      expect(hits).toBe(0);
    } finally {
      probe.closeAllConnections();
      probe.close();
    }
  });
  test.each(['0x', '0x1', '', 'x', `0x${'zz'}`])('with the signature %j', async (signature) => {
    await answerWith('1626ba7e');
    expect(await createSignatureCheck(anvil.url)({ ...claim, signature })).toBe(false);
  });
});

test('a chain that never answers, or is away, is neither a yes nor a no: try again, in time', async () => {
  const silent: Server = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const port = portOf(silent);
  const started = performance.now();
  const check = createSignatureCheck(`http://127.0.0.1:${port}`);
  const claim = { walletAddress: contract, message, signature: `0x${'12'.repeat(65)}` };
  const unavailable = { status: 503, code: 'ChainUnavailable', headers: { 'Retry-After': '3' } };
  await expect(check(claim)).rejects.toMatchObject(unavailable);
  expect(performance.now() - started).toBeLessThan(20_000);
  silent.closeAllConnections();
  silent.close();
  await expect(check(claim)).rejects.toMatchObject(unavailable);
  // Whose key has signed needs no chain.
  const own = await account.signMessage({ message });
  expect(await check({ walletAddress: account.address, message, signature: own })).toBe(true);
});

test('a chain that begins its answer and gives the rest byte by byte is left in time, as one that is away', async () => {
  const dripping = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    const drip = setInterval(() => answer.write(' '), 50);
    answer.on('close', () => clearInterval(drip));
  });
  await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve));
  try {
    const claim = { walletAddress: contract, message, signature: `0x${'12'.repeat(65)}` };
    const started = performance.now();
    await expect(createSignatureCheck(`http://127.0.0.1:${portOf(dripping)}`)(claim)).rejects.toMatchObject({
      ...{ status: 503, code: 'ChainUnavailable' },
    });
    expect(performance.now() - started).toBeLessThan(20_000);
  } finally {
    dripping.closeAllConnections();
    dripping.close();
  }
});

describe('a server that is not the chain, or does not know, is neither a yes nor a no', () => {
  const claim = { walletAddress: contract, message, signature: `0x${'12'.repeat(65)}` };
  const unavailable = { status: 503, code: 'ChainUnavailable', headers: { 'Retry-After': '3' } };

  test('it is of another chain, where anybody may have a contract at the address', async () => {
    await answerWith('1626ba7e');
    await anvil.request('anvil_setChainId', [CHAIN_ID + 1]);
    try {
      await expect(createSignatureCheck(anvil.url)(claim)).rejects.toMatchObject(unavailable);
    } finally {
      await anvil.request('anvil_setChainId', [CHAIN_ID]);
    }
    expect(await createSignatureCheck(anvil.url)(claim)).toBe(true);
  });

  test.each([
    ['an error for every question', { error: { code: -32_603, message: 'internal error' } }],
    ['that it is asked too often', { error: { code: -32_005, message: 'limit exceeded' } }],
    ['nonsense', { result: 'nonsense' }],
    ['nothing', {}],
  ])('it answers %s', async (_, answer) => {
    const server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const check = createSignatureCheck(`http://127.0.0.1:${portOf(server)}`);
      await expect(check(claim)).rejects.toMatchObject(unavailable);
      const own = await account.signMessage({ message });
      expect(await check({ walletAddress: account.address, message, signature: own })).toBe(true);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test.each([
    ['an error of its own', 500, undefined],
    ['that it is asked too often', 200, { error: { code: -32_005, message: 'limit exceeded' } }],
    ['that something went wrong inside', 200, { error: { code: -32_603, message: 'internal error' } }],
    ['that it lacks the block', 200, { error: { code: -32_000, message: 'header not found' } }],
    ['that it lacks the state', 200, { error: { code: -32_000, message: 'missing trie node 00 (path )' } }],
    ['nothing but an error', 200, { error: { code: -32_015 } }],
    ['nonsense', 200, { result: 'nonsense' }],
    ['null', 200, { result: null }],
  ])('it is the chain, and answers %s when the contract is asked', async (_, status, answer) => {
    await onChainThatAnswers({ answer, status }, async (check) => {
      await expect(check(claim)).rejects.toMatchObject(unavailable);
    });
  });

  test.each([
    [3, 'execution reverted'],
    [-32_000, 'execution reverted'],
    [-32_000, 'invalid opcode: INVALID'],
    [-32_000, 'stack underflow (0 <=> 1)'],
    [-32_000, 'invalid jump destination'],
    [-32_000, 'write protection'],
    [-32_003, 'Out of gas: gas exhausted'],
    [-32_015, 'VM execution error.'],
    [-32_603, 'EVM error InvalidFEOpcode'],
  ])('but a contract that fails says no, in the words of each node: %i %s', async (code, message) => {
    await onChainThatAnswers({ answer: { error: { code, message } } }, async (check) => {
      expect(await check(claim)).toBe(false);
    });
  });
});

/** With a server of our chain that has a contract everywhere, and gives `answer` to who calls one, which is done once. */
async function onChainThatAnswers(
  { answer, status = 200 }: { readonly answer: object | undefined; readonly status?: number },
  work: (check: SignatureCheck) => Promise<void>,
): Promise<void> {
  const known: Record<string, string> = { eth_chainId: `0x${CHAIN_ID.toString(16)}`, eth_getCode: '0x60' };
  let asked = 0;
  const server = createServer(async (request, response) => {
    // What an RPC client sends.
    const { id, method } = (await json(request)) as { id: number; method: string };
    const result = known[method];
    if (result === undefined) asked += 1;
    response.writeHead(result === undefined ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...(result === undefined ? answer : { result }) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(createSignatureCheck(`http://127.0.0.1:${portOf(server)}`));
    expect(asked).toBe(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
