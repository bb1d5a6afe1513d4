import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { NoLaterBlock } from '../../ledger/raffles/run-raffle.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { laterBlocks } from './later-block.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await startTestDatabase(new URL('./schema.sql', import.meta.url));
  pool = database.pool;
});
afterAll(() => database.stop());

/** A chain whose height the test says; `broken` answers with an error, `nonsense` with hashes that are none. */
const chain = { height: 100, broken: false, nonsense: false, asked: [] as string[] };
let server: Server;
let url: string;
beforeEach(async () => {
  Object.assign(chain, { height: 100, broken: false, nonsense: false, asked: [] });
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { id, method, params } = JSON.parse(body) as { id: number; method: string; params: string[] };
    chain.asked.push(method);
    response.setHeader('content-type', 'application/json');
    if (chain.broken) {
      response.statusCode = 500;
      return response.end('{}');
    }
    const result =
      method === 'eth_blockNumber' ? `0x${chain.height.toString(16)}` : blockOf(Number(params[0] ?? '0'));
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
        transactions: [],
      };

async function frozen(): Promise<string> {
  const raffleId = crypto.randomUUID();
  await pool.query('insert into raffles.frozen (raffle_id, commit, prepare) values ($1, 1, 1)', [raffleId]);
  return raffleId;
}
/** Until the number of the block is kept, from where on the chain may grow as it likes. */
const numberKept = (raffleId: string) =>
  vi.waitFor(async () => {
    const kept = await pool.query('select block_number from raffles.frozen where raffle_id = $1', [raffleId]);
    expect(kept.rows[0].block_number).not.toBeNull();
  }, 10_000);
/** Names a block and waits for it. */
const blocks =
  (more: object = {}) =>
  async (raffleId: string) => {
    const { nameBlock, blockHash } = laterBlocks(pool, url, { pollEvery: 10, patience: 20_000, ...more });
    const blockNumber = await nameBlock(raffleId);
    return blockNumber === undefined ? undefined : { blockNumber, blockHash: await blockHash(blockNumber) };
  };

test('where no chain is set there is no block, and one that was named is not forgotten', async () => {
  const { nameBlock, blockHash } = laterBlocks(pool, undefined);
  expect(await nameBlock(await frozen())).toBeUndefined();
  await expect(blockHash('101')).rejects.toThrow(NoLaterBlock);
});

test('the block after the newest, once it is there', async () => {
  const raffleId = await frozen();
  const waiting = blocks()(raffleId);
  let settled = false;
  void waiting.then(() => {
    settled = true;
  });
  await numberKept(raffleId);
  expect(settled).toBe(false);
  chain.height = 105;
  expect(await waiting).toEqual({ blockNumber: '101', blockHash: hashOf(101).slice(2) });
});

test('asking again, later or at once, gives no other block', async () => {
  const raffleId = await frozen();
  const twice = [blocks()(raffleId), blocks()(raffleId)];
  await numberKept(raffleId);
  chain.height = 101;
  const [first, second] = await Promise.all(twice);
  expect(first).toEqual(second);
  chain.height = 900;
  expect(await blocks()(raffleId)).toEqual(first);
});

describe('a chain that does not give one', () => {
  test('stands still: the raffle is to fail, never to go on without', async () => {
    await expect(blocks({ patience: 200 })(await frozen())).rejects.toThrow(NoLaterBlock);
    await expect(blocks({ patience: 200 })(await frozen())).rejects.toThrow(
      'No block for the draw after 0.2 s: the chain has made no new block; it has to make them without transactions too',
    );
  });

  test('does not answer: so too, and the reason does not say its address', async () => {
    chain.broken = true;
    const failed = blocks({ patience: 300 })(await frozen());
    await expect(failed).rejects.toThrow(NoLaterBlock);
    await expect(failed).rejects.toThrow(/the chain does not answer: (?!.*(secret|127\.0))/);
  });

  test('answers nonsense: so too', async () => {
    chain.nonsense = true;
    const raffleId = await frozen();
    const failed = blocks({ patience: 2_000 })(raffleId);
    await numberKept(raffleId);
    chain.height = 101;
    await expect(failed).rejects.toThrow(NoLaterBlock);
  });

  test('comes back in time: the raffle goes on', async () => {
    chain.broken = true;
    const raffleId = await frozen();
    const waiting = blocks()(raffleId);
    await vi.waitFor(() => expect(chain.asked.length).toBeGreaterThan(0));
    chain.broken = false;
    await numberKept(raffleId);
    chain.height = 101;
    expect((await waiting)?.blockNumber).toBe('101');
  });

  test('the program stops: nobody waits, and the raffle does not fail', async () => {
    const stopping = new AbortController();
    const waiting = blocks({ signal: stopping.signal })(await frozen());
    setTimeout(() => stopping.abort(new LedgerUnavailable()), 50);
    await expect(waiting).rejects.toThrow(LedgerUnavailable);
  });
});
