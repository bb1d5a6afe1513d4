import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { PlatformUnavailable } from '../../integrations/social/errors.ts';
import { migrate } from '../../migrate.ts';
import { createSeals, type Seals } from '../../vault/seal.ts';
import { createTokenStore } from './token-store.ts';

const HOUR_MS = 3_600_000;

let postgres: TestPostgres;
let pool: Pool;
let seals: Seals;
let now: number;
const clock = () => now;

beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString);
  await migrate(pool);
  seals = createSeals(pool, [randomBytes(32)]);
});
beforeEach(() => {
  now = Date.parse('2026-03-01T12:00:00Z');
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

const renewing = {
  refresh: async () => ({
    accessToken: 'new',
    refreshToken: 'next',
    expiresAt: new Date(now + 2 * HOUR_MS),
  }),
};

/** Tokens that have ended, and that a replica which died then had begun to renew. */
async function leftBy(deadReplica: number): Promise<() => Promise<string | undefined>> {
  const userId = randomUUID();
  const store = createTokenStore(pool, seals, clock);
  await store.save(userId, 'twitter', { accessToken: 'old', refreshToken: 'first', expiresAt: new Date(0) });
  await pool.query('update vault.social_tokens set refreshing_until = $2 where user_id = $1', [
    userId,
    new Date(deadReplica + 15_000),
  ]);
  return () => store.accessToken(userId, 'twitter', renewing, AbortSignal.timeout(5_000));
}

test('tokens that a replica began to renew and died are renewed once its time is over', async () => {
  const accessToken = await leftBy(now);
  await expect(accessToken()).rejects.toBeInstanceOf(PlatformUnavailable);
  now += 15_000;
  expect(await accessToken()).toBe('new');
});

test('where the clock was put back since, nobody waits until it gets there again', async () => {
  const accessToken = await leftBy(now);
  now -= 24 * HOUR_MS;
  expect(await accessToken()).toBe('new');
});

test('a replica whose clock is some seconds ahead keeps what it has begun', async () => {
  const accessToken = await leftBy(now + 30_000);
  await expect(accessToken()).rejects.toBeInstanceOf(PlatformUnavailable);
});
