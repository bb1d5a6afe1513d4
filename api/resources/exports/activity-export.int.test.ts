import type { PoolClient } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { NotAnAdmin } from '../../../ledger/admins/admins.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { createCommandHandler } from '../../../ledger/handle-command.ts';
import { startMemoryLedger } from '../../../ledger/testing/memory-ledger.ts';
import { testContext } from '../../../ledger/testing/start-ledger.ts';
import { endPool } from '../../../projector/bounded-pool.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { createPositionGate } from '../../../projector/position-gate.ts';
import { ensureSchema } from '../../../projector/progress/schema.ts';
import { startProjector } from '../../../projector/projector.ts';
import { rebuildReadModels } from '../../../projector/rebuild.ts';
import { TestLedger } from '../../../projector/testing/test-ledger.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-database.ts';
import { EXPORT_POOL, exportFile, queryRows } from './export-file.ts';
import { activity, users, wallets } from './exports.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const ACTS = 1_200;

test('a file of Activity History whose read models are replaced while it is read breaks off, and is not shorter in silence', async () => {
  const { pool } = database;
  await ensureSchema(pool, LIVE_SCHEMA);
  await pool.query(
    `insert into ${LIVE_SCHEMA}.admin_acts (commit, prepare, event_id, type, wallet, created_at, act_key)
     select n, n, gen_random_uuid(), 'admin_added', '0x', now(), 'event/' || n from generate_series(1, $1) as n`,
    [ACTS],
  );
  const read = async (between: () => Promise<unknown>) => {
    const client = await pool.connect();
    try {
      await client.query('begin isolation level repeatable read read only');
      let count = 0;
      for await (const _ of activity({}).lines(client)) {
        count += 1;
        if (count === 2) await between();
      }
      return count;
    } finally {
      client.release(true);
    }
  };
  expect(await read(async () => undefined)).toBe(ACTS + 1);
  const replaced = read(async () => {
    await pool.query(`alter schema ${LIVE_SCHEMA} rename to read_models_previous`);
    await ensureSchema(pool, LIVE_SCHEMA);
  });
  await expect(replaced).rejects.toThrow('the read models were replaced');
});

const allowed = { authorize: async () => undefined, stillMay: async () => undefined };

test('a file whose taker loses the right to it while it is sent breaks off', async () => {
  const { pool } = database;
  const began = performance.now();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(began);
  let right: 'had' | 'lost' = 'had';
  const long = {
    kind: 'emails' as const,
    count: async () => 3,
    async *lines() {
      yield 'one\n';
      clock.mockReturnValue(began + 1_500);
      yield 'two\n';
      right = 'lost';
      clock.mockReturnValue(began + 3_000);
      yield 'three\n';
    },
    authorize: allowed.authorize,
    async stillMay() {
      if (right === 'lost') throw new NotAnAdmin();
    },
  };
  const handler = createCommandHandler(startMemoryLedger().store);
  let text = '';
  const read = async () => {
    for await (const piece of await exportFile({ exportPool: pool, pool, handler }, long, testContext()))
      text += piece;
  };
  try {
    await expect(read()).rejects.toBeInstanceOf(NotAnAdmin);
  } finally {
    clock.mockRestore();
  }
  expect(text).not.toContain('three');
});

test('who takes nothing of a file that was begun is let go, and leaves the place to the next one', async () => {
  const { pool, connectionString } = database;
  await ensureSchema(pool, LIVE_SCHEMA);
  const exportPool = createPool(connectionString, { ...EXPORT_POOL, maxConnections: 1 });
  const handler = createCommandHandler(startMemoryLedger().store);
  const long = {
    ...allowed,
    kind: 'emails' as const,
    count: async () => 1,
    async *lines(client: PoolClient) {
      const rows = queryRows<{ line: string }>(
        client,
        `select repeat('x', 1000) as line from generate_series(1, 100000)`,
      );
      for await (const { line } of rows) yield line;
    },
  };
  const open = () => exportFile({ exportPool, pool, handler }, long, testContext(), 50);
  try {
    const paused = await open();
    const reason = new Promise<Error>((resolve) => paused.once('error', resolve));
    // As a connection does that its other end reads no more.
    paused.once('readable', () => undefined);
    const next = await open();
    next.destroy();
    expect((await reason).message).toContain('nobody takes');
  } finally {
    await endPool(exportPool);
  }
});

const PEOPLE = 50;

test('a file whose read models a rebuild replaces once its rows are counted is to be asked for anew, and is not an empty one', async () => {
  const { pool } = database;
  await pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  const ledger = new TestLedger();
  for (let n = 0; n < PEOPLE; n++) ledger.open();
  const rebuilt = { store: ledger.store(), pool, logger: pino({ level: 'silent' }) };
  const projector = await startProjector(rebuilt);
  const gate = await createPositionGate(pool);
  const handler = createCommandHandler(startMemoryLedger().store);
  /** The lines of a file; its rows are counted before `between`. */
  const read = async (content: typeof wallets, between: () => Promise<unknown>) => {
    const count: typeof content.count = async (client) => {
      const rows = await content.count(client);
      await between();
      return rows;
    };
    const taken = { ...content, count, ...allowed };
    let text = '';
    for await (const piece of await exportFile({ exportPool: pool, pool, handler }, taken, testContext()))
      text += piece;
    return text.trimEnd().split('\n').length;
  };
  try {
    expect(await gate.waitFor(ledger.events.at(-1)!.position, 60_000)).toBe(true);
    expect(await read(wallets, async () => undefined)).toBe(PEOPLE);
    for (const content of [wallets, users]) {
      const rebuild = () =>
        rebuildReadModels({ ...rebuilt, acceptDifferences: false, bounds: { lock: 100 } });
      await expect(read(content, rebuild), content.kind).rejects.toBeInstanceOf(LedgerUnavailable);
    }
    expect(await read(wallets, async () => undefined)).toBe(PEOPLE);
  } finally {
    await gate.stop();
    await projector.stop();
  }
});
