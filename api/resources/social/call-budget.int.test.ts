import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { PlatformLimited } from '../../integrations/social/errors.ts';
import { migrate } from '../../migrate.ts';
import { takeCall } from './call-budget.ts';
import { type Spender, spendAs, spenderOfCall } from './spender.ts';

let postgres: TestPostgres;
/** Two replicas on one Postgres. */
let pools: readonly Pool[];
let now: number;
const clock = () => now;
beforeAll(async () => {
  postgres = await startTestPostgres();
  pools = [createPool(postgres.connectionString), createPool(postgres.connectionString)];
  if (pools[0]) await migrate(pools[0]);
});
beforeEach(async () => {
  now = Date.parse('2026-03-01T23:50:00Z');
  await pools[0]?.query('truncate vault.social_calls, vault.social_shares');
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await postgres.stop();
});

let turn = 0;
const take = (spender: Spender, calls = 100, platform: 'twitter' | 'youtube' = 'twitter') =>
  takeCall(pools[turn++ % 2]!, clock, platform, calls, spender);
/** How many of so many calls at once were allowed. */
async function allowed(count: number, spender: (n: number) => Spender, calls = 100): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: count }, (_, n) => take(spender(n), calls)));
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(PlatformLimited);
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}
const somebody = (purpose: 'connect' | 'verify') => () => ({ purpose, userId: randomUUID() });
const posts = () => ({ purpose: 'posts' }) as const;

describe("the day's budget", () => {
  test('is used up, by parallel calls of two replicas too, and full again at midnight UTC', async () => {
    expect(await allowed(25, somebody('verify'), 10)).toBe(10);
    const refused = await take(somebody('verify')(), 10).catch((error: unknown) => error);
    expect(refused).toMatchObject({ retryAt: new Date('2026-03-02T00:00:00Z') });
    await take(somebody('verify')(), 10, 'youtube');
    now = Date.parse('2026-03-02T00:00:00Z');
    await take(somebody('verify')(), 10);
  });

  test('keeps two fifths for verifications, whatever posts and connections take', async () => {
    expect(await allowed(60, posts)).toBe(30);
    expect(await allowed(60, somebody('connect'))).toBe(30);
    expect(await allowed(60, somebody('verify'))).toBe(40);
  });

  test('is not spent by twenty-five wallets, and another one can still connect and verify', async () => {
    const wallets = Array.from({ length: 25 }, () => randomUUID());
    const spent = { connect: 0, verify: 0 };
    for (const purpose of ['connect', 'verify'] as const) {
      spent[purpose] = await allowed(1_500, (n) => ({ purpose, userId: wallets[n % 25]! }), 5_000);
    }
    expect(spent).toEqual({ connect: 25 * 20, verify: 25 * 40 });
    await take(somebody('connect')(), 5_000);
    await take(somebody('verify')(), 5_000);
  });

  test('of a small program is shared by as many: each account has a fiftieth, and one connection at the least', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    expect(await allowed(30, () => ({ purpose: 'connect', userId: one }), 1_000)).toBe(6);
    expect(await allowed(60, () => ({ purpose: 'verify', userId: one }), 1_000)).toBe(20);
    expect(await allowed(30, () => ({ purpose: 'connect', userId: other }), 100)).toBe(2);
  });

  test('is taken for somebody always', async () => {
    expect(() => spenderOfCall()).toThrow();
    const seen = await spendAs({ purpose: 'verify', userId: 'a' }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return spenderOfCall();
    });
    expect(seen).toEqual({ purpose: 'verify', userId: 'a' });
  });
});
