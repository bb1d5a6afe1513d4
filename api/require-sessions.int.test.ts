import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../projector/testing/postgres.ts';
import { openConnections } from './connections.ts';
import { requireSessions } from './require-sessions.ts';

let postgres: TestPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

/**
 * Connections as PgBouncer gives them in transaction mode: each statement, or transaction, goes to the session that was
 * given back last, and a new one is opened where none is free.
 */
function transactionPooled(): { readonly pool: pg.Pool; end(): Promise<void> } {
  const all: pg.Client[] = [];
  const free: pg.Client[] = [];
  const take = async (): Promise<pg.Client> => {
    const session = free.pop();
    if (session) return session;
    const opened = new pg.Client(postgres.connectionString);
    all.push(opened);
    await opened.connect();
    return opened;
  };
  const connect = async () => {
    let held: pg.Client | undefined;
    return {
      async query(text: string, values?: unknown[]) {
        const session = held ?? (await take());
        held = text === 'commit' ? undefined : text === 'begin' ? session : held;
        const result = await session.query(text, values);
        if (!held) free.push(session);
        return result;
      },
      release: () => undefined,
    };
  };
  // The check uses nothing else of a pool.
  const pooled = { connect } as unknown as pg.Pool;
  return { pool: pooled, end: async () => void (await Promise.all(all.map((one) => one.end()))) };
}

test('connections with sessions of their own are accepted', async () => {
  await expect(requireSessions(pool)).resolves.toBeUndefined();
});

test('a pooler that shares sessions between transactions is refused, with what to do', async () => {
  const pooler = transactionPooled();
  await expect(requireSessions(pooler.pool)).rejects.toThrow(/DATABASE_SESSION_URL/);
  await pooler.end();
});

test('a replica takes no more connections than it may, and has some for each purpose', async () => {
  for (const total of [14, 20, 60]) {
    const { pools, end } = openConnections(postgres.connectionString, postgres.connectionString, total);
    const most = Object.values(pools).map(({ options }) => options.max);
    expect(most.reduce((sum, one) => sum + one)).toBe(total);
    expect(Math.min(...most)).toBeGreaterThan(0);
    await end();
  }
});
