import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { migrate } from '../../migrate.ts';
import { sentCommands } from './idempotency.ts';

let postgres: TestPostgres;
let pool: Pool;
beforeAll(async () => {
  postgres = await startTestPostgres();
  pool = createPool(postgres.connectionString, { keepsStatements: true });
  await migrate(pool);
});
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

const pay = (amount: number) => ({ method: 'POST', path: '/pay', body: { amount } });

test('of two sendings of one key with other bytes at the same moment one is the command, and the other is refused', async () => {
  const replicas = [sentCommands(pool, () => 1_000), sentCommands(pool, () => 2_000)];
  const userId = randomUUID();
  for (let round = 0; round < 6; round++) {
    const key = randomUUID();
    const sendings = [1, 2, 1, 2].flatMap((amount) =>
      // A client may write its key in any case.
      replicas.map((sent, at) => sent(userId, at === 0 ? key : key.toUpperCase(), pay(amount))),
    );
    const answers = await Promise.allSettled(sendings);
    const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
    expect(taken).toHaveLength(4);
    expect(new Set(taken.map(({ commandId }) => commandId)).size).toBe(1);
    expect(new Set(taken.map(({ firstSentAt }) => firstSentAt)).size).toBe(1);
    for (const answer of answers) {
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ status: 422 });
    }
  }
});

test('two users with one key are two commands, and each replica knows the keys of the other', async () => {
  const [one, other] = [sentCommands(pool, () => 1_000), sentCommands(pool, () => 2_000)];
  const key = randomUUID();
  const [mine, yours] = [randomUUID(), randomUUID()];
  const [a, b] = await Promise.all([one(mine, key, pay(1)), one(yours, key, pay(2))]);
  expect(a.commandId).not.toBe(b.commandId);
  expect(await other(mine, key, pay(1))).toEqual(a);
  await expect(other(yours, key, pay(1))).rejects.toMatchObject({ status: 422 });
});

test('a key whose request was erased with the data of its user is known still, with the time of its first sending', async () => {
  const [userId, key] = [randomUUID(), randomUUID()];
  const first = await sentCommands(pool, () => 1_000)(userId, key, pay(1));
  await pool.query('update auth.idempotency_keys set request_hash = $2 where user_id = $1', [userId, '']);
  expect(await sentCommands(pool, () => 2_000)(userId, key, pay(1))).toEqual(first);
});

test('statements that remember the same keys in another order do not stop each other', async () => {
  // A deadlock would be undone within a second, and nothing but the wait be seen of it: here it lasts.
  await pool.query(`do $$ begin
    execute format('alter database %I set deadlock_timeout to 30000', current_database());
  end $$`);
  const pools = [1, 2].map(() => createPool(postgres.connectionString, { applicationName: 'remembers' }));
  const blocker = await pool.connect();
  try {
    const replicas = pools.map((own, replica) => sentCommands(own, () => replica));
    const userId = randomUUID();
    const keys = Array.from({ length: 5 }, () => randomUUID()).toSorted();
    // Both are held at the key in the middle, wherever they began.
    await blocker.query('begin');
    await blocker.query(
      `insert into auth.idempotency_keys (user_id, key, request_hash, created_at) values ($1, $2, '', now())`,
      [userId, keys[2]],
    );
    const sent = [keys, keys.toReversed()].flatMap((order, replica) =>
      order.map((key) => replicas[replica]!(userId, key, pay(1))),
    );
    const areHeld = async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where application_name = 'remembers' and wait_event_type = 'Lock'`,
      );
      return rows.length;
    };
    await expect.poll(areHeld).toBe(2);
    await blocker.query('rollback');
    const commands = (await Promise.all(sent)).map(({ commandId }) => commandId);
    expect(commands.slice(keys.length)).toEqual(commands.slice(0, keys.length).toReversed());
  } finally {
    blocker.release(true);
    await Promise.all(pools.map((own) => own.end()));
  }
});
