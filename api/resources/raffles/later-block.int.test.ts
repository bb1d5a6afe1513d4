import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHAIN_ID } from '../../../contracts/constants.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { NoLaterBlock } from '../../../ledger/raffles/raffle-ports.ts';
import { laterBlocks } from './later-block.ts';

/**
 * A chain whose height the test says, and how many seconds old its newest block is; `broken` answers with an error,
 * `nonsense` with hashes that are none, and one that drips gives its answer byte by byte and never ends. One that is `odd`
 * gives its newest block for each that is asked for.
 */
const well = {
  ...{ id: CHAIN_ID as number, height: 100, age: 0 },
  ...{ broken: false, nonsense: false, drips: false, odd: false },
};
const chain = { ...well, asked: [] as string[] };
let server: Server;
let url: string;
beforeEach(async () => {
  Object.assign(chain, { ...well, asked: [] });
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = JSON.parse(body) as {
      id: number;
      method: string;
      params?: string[];
    };
    chain.asked.push(method);
    response.setHeader('content-type', 'application/json');
    if (chain.drips) {
      const drip = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(drip));
      return;
    }
    if (chain.broken) {
      response.statusCode = 500;
      return response.end('{}');
    }
    if (method === 'eth_chainId') {
      return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: `0x${chain.id.toString(16)}` }));
    }
    const isNewest = params?.[0] === 'latest' || chain.odd;
    const result =
      method === 'eth_blockNumber'
        ? `0x${chain.height.toString(16)}`
        : blockOf(isNewest ? chain.height : Number(params?.[0] ?? '0'));
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server that listens has an AddressInfo.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/?key=secret`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const hashOf = (height: number) => `0x${height.toString(16).padStart(64, 'a')}`;
const blockOf = (height: number) =>
  height > chain.height
    ? null
    : {
        number: `0x${height.toString(16)}`,
        hash: chain.nonsense ? '0x12' : hashOf(height),
        timestamp: `0x${(Math.floor(Date.now() / 1_000) - chain.age).toString(16)}`,
        transactions: [],
      };

const portsOf = (more: object = {}) => laterBlocks(url, { pollEvery: 10, patience: 20_000, ...more });
/** Names a block and waits for it. */
async function namedBlock(more: object = {}) {
  const { nameBlock, blockHash } = portsOf(more);
  const blockNumber = await nameBlock();
  return blockNumber === undefined ? undefined : { blockNumber, blockHash: await blockHash(blockNumber) };
}

test('where no chain is set there is no block, and one that was named is not forgotten', async () => {
  const { nameBlock, isBlockToCome, blockHash } = laterBlocks(undefined);
  expect(await nameBlock()).toBeUndefined();
  expect(await isBlockToCome('102')).toBe(false);
  await expect(blockHash('102')).rejects.toThrow(NoLaterBlock);
});

test('the second block to come, once it is there', async () => {
  const { nameBlock, blockHash } = portsOf();
  expect(await nameBlock()).toBe('102');
  const waiting = blockHash('102');
  let settled = false;
  void waiting.then(() => {
    settled = true;
  });
  chain.height = 101;
  const asked = chain.asked.length;
  await expect.poll(() => chain.asked.length).toBeGreaterThan(asked + 2);
  expect(settled).toBe(false);
  chain.height = 105;
  expect(await waiting).toBe(hashOf(102).slice(2));
});

test('asked again when the chain has grown, it is one that still does not exist', async () => {
  const { nameBlock } = portsOf();
  expect(await nameBlock()).toBe('102');
  chain.height = 900;
  expect(await nameBlock()).toBe('902');
});

test('whether a block is still to come is asked of the chain, which has to answer', async () => {
  const { isBlockToCome } = portsOf();
  expect(await isBlockToCome('101')).toBe(true);
  expect(await isBlockToCome('100')).toBe(false);
  expect(await isBlockToCome('99')).toBe(false);
  chain.height = 101;
  expect(await isBlockToCome('101')).toBe(false);
  chain.broken = true;
  const unsaid = isBlockToCome('102');
  await expect(unsaid).rejects.toThrow(LedgerUnavailable);
  const cause = expect.objectContaining({
    message: expect.stringMatching(/^the chain does not answer: (?!.*(secret|127\.0))/),
  });
  await expect(unsaid).rejects.toMatchObject({ cause });
});

describe('a node that is behind the chain knows nothing of what is to come: others may have that block for long', () => {
  test('none is named by it, and the raffle fails in words rather than be drawn with a known block', async () => {
    chain.age = 600;
    await expect(portsOf({ patience: 200 }).nameBlock()).rejects.toThrow(
      /^No block for the draw after 0.2 s: the newest block that the chain gives is 60\d s old/,
    );
  });

  test('once it has come level one is named', async () => {
    chain.age = 600;
    const waiting = portsOf().nameBlock();
    await vi.waitFor(() => expect(chain.asked.length).toBeGreaterThan(2));
    Object.assign(chain, { height: 5_000, age: 2 });
    expect(await waiting).toBe('5002');
  });

  test('what was named by another node is not said to be still to come', async () => {
    const { isBlockToCome } = portsOf();
    chain.age = 600;
    await expect(isBlockToCome('102')).rejects.toThrow(LedgerUnavailable);
    chain.age = 2;
    expect(await isBlockToCome('102')).toBe(true);
  });

  test('it is behind by the clock of all replicas, not by that of this machine', async () => {
    const clock = () => Date.now() - 600_000;
    chain.age = 600;
    expect(await portsOf({ clock }).nameBlock()).toBe('102');
  });
});

test('a node that gives another block than the one that was asked for is asked again', async () => {
  chain.height = 200;
  chain.odd = true;
  const waiting = portsOf().blockHash('102');
  const asked = chain.asked.length;
  await expect.poll(() => chain.asked.length).toBeGreaterThan(asked + 4);
  chain.odd = false;
  expect(await waiting).toBe(hashOf(102).slice(2));
});

describe('a chain that does not give one', () => {
  test('stands still: the raffle is to fail, never to go on without', async () => {
    await expect(namedBlock({ patience: 200 })).rejects.toThrow(NoLaterBlock);
    await expect(namedBlock({ patience: 200 })).rejects.toThrow(
      'No block for the draw after 0.2 s: the chain has made no new block; it has to make them without transactions too',
    );
  });

  test('does not answer: so too, and the reason does not say its address', async () => {
    chain.broken = true;
    const failed = namedBlock({ patience: 300 });
    await expect(failed).rejects.toThrow(NoLaterBlock);
    await expect(failed).rejects.toThrow(/the chain does not answer: (?!.*(secret|127\.0))/);
  });

  test('begins to answer, and goes on byte by byte without end: so too', async () => {
    chain.drips = true;
    const { nameBlock, isBlockToCome } = portsOf({ patience: 300, callLimit: 100 });
    await expect(nameBlock()).rejects.toThrow(NoLaterBlock);
    await expect(isBlockToCome('102')).rejects.toThrow(LedgerUnavailable);
  });

  test('answers nonsense: so too', async () => {
    chain.nonsense = true;
    chain.height = 105;
    const failed = portsOf({ patience: 2_000 }).blockHash('102');
    await expect(failed).rejects.toThrow(NoLaterBlock);
  });

  test('comes back in time: the raffle goes on', async () => {
    chain.broken = true;
    const waiting = portsOf().nameBlock();
    await vi.waitFor(() => expect(chain.asked.length).toBeGreaterThan(0));
    chain.broken = false;
    expect(await waiting).toBe('102');
  });

  test('to a program that stood still for a minute, its chain with it: the raffle goes on', async () => {
    const now = performance.now.bind(performance);
    let stoodStill = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + stoodStill);
    const looks = async (more: number) => {
      const asked = chain.asked.length + more;
      await vi.waitFor(() => expect(chain.asked.length).toBeGreaterThanOrEqual(asked), 10_000);
    };
    try {
      const waiting = portsOf().blockHash('102');
      await looks(2);
      stoodStill = 60_000;
      await Promise.race([looks(6), waiting]);
      chain.height = 105;
      expect(await waiting).toBe(hashOf(102).slice(2));
    } finally {
      clock.mockRestore();
    }
  });

  test('the program stops: nobody waits, and the raffle does not fail', async () => {
    const stopping = new AbortController();
    const waiting = namedBlock({ signal: stopping.signal });
    setTimeout(() => stopping.abort(new LedgerUnavailable()), 50);
    await expect(waiting).rejects.toThrow(LedgerUnavailable);
  });
});

test('a block of another chain is none of ours: neither named nor drawn with', async () => {
  chain.id = CHAIN_ID + 1;
  const { nameBlock, blockHash } = portsOf({ patience: 100 });
  await expect(nameBlock()).rejects.toThrow('RPC_URL is of another chain');
  await expect(blockHash('100')).rejects.toThrow('RPC_URL is of another chain');
  chain.id = CHAIN_ID;
  expect(await nameBlock()).toBe('102');
});
