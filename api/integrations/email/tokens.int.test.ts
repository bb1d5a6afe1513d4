import { createHash, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-database.ts';
import { issueToken, redeemToken } from './tokens.ts';

let database: TestDatabase;
/** Two replicas', of one connection each: whoever holds it keeps everybody else waiting. */
let pools: Pool[] = [];
beforeAll(async () => {
  database = await startTestDatabase();
  pools = [1, 2].map(() => createPool(database.connectionString, { maxConnections: 1 }));
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.stop();
});

const [emailHash, sealedEmail] = ['hash', 'sealed'];
let tokens: string[] = [];
beforeEach(async () => {
  await database.pool.query('truncate vault.account_keys cascade');
  tokens = [];
  for (const userId of [randomUUID(), randomUUID()]) {
    await database.pool.query("insert into vault.account_keys values ($1, $1, 'sealed')", [userId]);
    const proof = { userId, emailHash, sealedEmail, marketingOptIn: false };
    tokens.push(await issueToken(database.pool, Date.now, proof));
  }
});

type Verify = Parameters<typeof redeemToken<string>>[3];
const redeem = (replica: number, link: number, verify: Verify, commandId = randomUUID()) =>
  redeemToken(pools[replica]!, Date.now, { token: tokens[link]!, commandId }, verify);

test('while a verification waits for the ledger it holds no connection and no lock', async () => {
  const done = await redeem(0, 0, async () => {
    const { rows } = await pools[0]!.query<{ locks: string }>(
      `select count(*) as locks from pg_locks join pg_stat_activity using (pid)
       where datname = current_database()
         and (locktype in ('tuple', 'transactionid') and pid <> pg_backend_pid() or locktype = 'advisory')`,
    );
    return rows[0]?.locks ?? '';
  });
  expect(done?.result).toBe('0');
  expect(await redeem(0, 0, async () => 'again')).toBeUndefined();
});

test('verifications of one address take turns in all replicas, whichever link they use', async () => {
  const first = Promise.withResolvers<string>();
  const begun = Promise.withResolvers<void>();
  const order: string[] = [];
  const one = redeem(0, 0, () => {
    begun.resolve();
    return first.promise;
  });
  await begun.promise;
  const other = redeem(1, 1, async () => {
    order.push('the other begins');
    return 'other';
  });
  // Both have waited to the end of their patience.
  const early = redeem(0, 0, async () => 'too early');
  const ended = await Promise.allSettled([early, other]);
  const refused = { status: 'rejected', reason: expect.any(LedgerUnavailable) };
  expect(ended).toEqual([refused, refused]);
  const later = redeem(1, 1, async () => {
    order.push('the other begins');
    return 'other';
  });
  order.push('the first ends');
  first.resolve('first');
  await expect(one).resolves.toMatchObject({ result: 'first' });
  await expect(later).resolves.toMatchObject({ result: 'other' });
  expect(order).toEqual(['the first ends', 'the other begins']);
});

test('a link stays good when what it is for fails, and is free again at once', async () => {
  const failed = redeem(0, 0, () => Promise.reject(new LedgerUnavailable()));
  await expect(failed).rejects.toThrow(LedgerUnavailable);
  const commandId = randomUUID();
  expect(await redeem(1, 0, async () => 'done', commandId)).toMatchObject({ result: 'done' });
  expect(await redeem(0, 0, async () => 'the same command', commandId)).toMatchObject({
    result: 'the same command',
  });
});

test('the turn of a replica that stands still ends by itself', async () => {
  await database.pool.query(
    "update vault.email_tokens set redeemer = gen_random_uuid(), redeeming_until = now() + interval '300 milliseconds'",
  );
  expect(await redeem(0, 0, async () => 'done')).toMatchObject({ result: 'done' });
});

test('the turn of a replica that died ends also where the clock of Postgres was put back since', async () => {
  await database.pool.query(
    "update vault.email_tokens set redeemer = gen_random_uuid(), redeeming_until = now() + interval '1 day'",
  );
  expect(await redeem(0, 0, async () => 'done')).toMatchObject({ result: 'done' });
});

test('of two links of one address that are opened at the same moment one has the turn', async () => {
  const holder = await database.pool.connect();
  try {
    await holder.query('begin');
    const { rows } = await holder.query(
      `select vault.take_verification_turn($1, now(), $2, $3, $4, interval '10 seconds') as has_turn`,
      [
        createHash('sha256')
          .update(tokens[0] ?? '')
          .digest(),
        ...[randomUUID(), emailHash, randomUUID()],
      ],
    );
    expect(rows).toEqual([{ has_turn: true }]);
    let isVerified = false;
    const other = redeem(1, 1, async () => {
      isVerified = true;
      return 'other';
    });
    other.catch(() => undefined);
    const waiting = `select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`;
    await expect.poll(async () => isVerified || (await holder.query(waiting)).rowCount === 1).toBe(true);
    await holder.query('commit');
    await expect(other).rejects.toThrow(LedgerUnavailable);
    expect(isVerified).toBe(false);
  } finally {
    holder.release(true);
  }
});
