import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import { createPool, type PoolOptions } from '../../../projector/database.ts';
import { portOf, throughPort } from '../../../projector/testing/through-port.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-database.ts';
import { createRateLimits, type RateLimits } from './rate-limit.ts';
import { LIMITS_POOL, sharedLimits } from './shared-limits.ts';

const key = randomBytes(32);
const logger = pino({ level: 'silent' });
let database: TestDatabase;
let proxy: FaultProxy;
let replicas: RateLimits[] = [];
/** The same four, as they are in a program. */
let hurried: RateLimits[] = [];
let stop: () => Promise<void>;
beforeAll(async () => {
  database = await startTestDatabase();
  proxy = await startFaultProxy(portOf(database.connectionString));
  const address = throughPort(database.connectionString, proxy.port);
  const open = (options: PoolOptions) =>
    Array.from({ length: 4 }, () => createPool(address, { ...options, maxConnections: 1 }));
  // On a busy machine an answer may take longer than a person is let wait for it.
  const patience = 30_000;
  const [impatient, patient] = [
    open(LIMITS_POOL),
    open({ ...LIMITS_POOL, connectTimeout: patience, statementTimeout: patience, answerTimeout: patience }),
  ];
  const limitsOf = (pool: Pool) => createRateLimits(1, sharedLimits(pool, key, logger));
  replicas = patient.map(limitsOf);
  hurried = impatient.map(limitsOf);
  const pools = [...impatient, ...patient];
  stop = async () => {
    proxy.heal();
    await Promise.all(pools.map((pool) => pool.end()));
    await proxy.close();
    await database.stop();
  };
});
afterAll(() => stop());

/** Nobody who has come before, in a try of the same test that failed either. */
let somebody = '';
beforeEach(() => {
  somebody = randomUUID();
});

/** What was let in of many requests that come to all replicas in turn and at once. */
async function letIn(
  limit: keyof RateLimits,
  caller: string,
  requests: number,
  of = replicas,
): Promise<number> {
  const outcomes = await Promise.allSettled(
    Array.from({ length: requests }, (_, n) => of[n % of.length]![limit].take(caller)),
  );
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

test('four replicas together hold one limit, to the request', async () => {
  expect(await letIn('signIn', somebody, 200)).toBe(60);
  expect(await letIn('mailboxes', somebody, 40)).toBe(3);
  expect(await letIn('signIn', randomUUID(), 40)).toBe(40);
  await expect(replicas[2]!.mailboxes.take(somebody)).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': expect.stringMatching(/^3[56]\d\d$/) },
  });
});

test('callers who come at the same moment are counted in few statements, each by itself', async () => {
  const pool = createPool(database.connectionString, { maxConnections: 1 });
  const query = vi.spyOn(pool, 'query');
  try {
    const limits = [2, 3].map((points) => sharedLimits(pool, key, logger)(`of ${points}`, points, 60));
    const callers = Array.from({ length: 100 }, () => randomUUID());
    const letIn = await Promise.all(
      callers.map(async (caller) => {
        const tries = limits.flatMap((limit) => Array.from({ length: 4 }, () => limit.take(caller)));
        return (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;
      }),
    );
    expect(letIn).toEqual(callers.map(() => 5));
    expect(query.mock.calls.length).toBeLessThan(callers.length / 4);
  } finally {
    await pool.end();
  }
});

test('a caller has one window at all replicas, whatever the clock of a machine says', async () => {
  const [ahead, right] = [replicas.slice(0, 1), replicas.slice(1, 2)];
  const now = Date.now;
  const atTheOneAhead = async <Result>(ask: () => Promise<Result>): Promise<Result> => {
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + 2 * 3_600_000);
    return ask().finally(() => clock.mockRestore());
  };
  expect(await atTheOneAhead(() => letIn('mailboxes', somebody, 4, ahead))).toBe(3);
  await expect(right[0]!.mailboxes.take(somebody)).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': expect.stringMatching(/^3[0-6]\d\d$/) },
  });
  expect(await letIn('mailboxes', `${somebody} again`, 4, right)).toBe(3);
  expect(await atTheOneAhead(() => letIn('mailboxes', `${somebody} again`, 4, ahead))).toBe(0);
});

test('where the clock of Postgres is put back nobody waits for the end of a window that began before', async () => {
  expect(await letIn('mailboxes', somebody, 4)).toBe(3);
  // A day less than now, what was written a moment ago lies a day ahead.
  await database.pool.query('update limits.taken set expire = expire + 86400000');
  expect(await letIn('mailboxes', somebody, 4)).toBe(3);
  await expect(replicas[3]!.mailboxes.take(somebody)).rejects.toMatchObject({
    status: 429,
    headers: { 'Retry-After': expect.stringMatching(/^3[56]\d\d$/) },
  });
});

test('no address of a caller stands in Postgres, nor what it could be tried out with', async () => {
  const { rows } = await database.pool.query<{ key: string }>('select key from limits.taken');
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) expect(row.key).toMatch(/^[\w-]{43}$/);
});

test('while Postgres stands still each replica counts by itself, at once, and together again after it', async () => {
  proxy.inject({ kind: 'black-hole' });
  const began = performance.now();
  expect(await letIn('mailboxes', somebody, 40, hurried)).toBe(12);
  expect(performance.now() - began).toBeLessThan(5_000);
  proxy.heal();
  await expect.poll(() => letIn('ownMailbox', randomUUID(), 40, hurried)).toBe(6);
});
