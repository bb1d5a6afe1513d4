import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { defaultUsername } from '../../../contracts/username.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-database.ts';
import { eligibleUsers } from './eligible.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await startTestDatabase();
  pool = database.pool;
  // As the projector has them: what the raffle asks of it.
  await pool.query(`
    create schema ${LIVE_SCHEMA};
    create table ${LIVE_SCHEMA}.checkpoint (commit bigint not null, prepare bigint not null);
    create table ${LIVE_SCHEMA}.users (user_id uuid primary key, revision bigint not null, username text not null,
      wallet_address text, email_verified boolean not null, removed boolean not null);
    insert into ${LIVE_SCHEMA}.checkpoint values (7, 7)`);
});
afterAll(() => database.stop());
beforeEach(() => pool.query(`truncate ${LIVE_SCHEMA}.users, vault.erasures`));

const eligible = () => eligibleUsers(pool, { waitFor: async () => true });

/** An account whose row is of its tenth event. */
async function account(username: string): Promise<string> {
  const userId = randomUUID();
  await pool.query(`insert into ${LIVE_SCHEMA}.users values ($1, 10, $2, null, true, false)`, [
    userId,
    username,
  ]);
  return userId;
}
const erase = (db: pg.Pool | pg.PoolClient, userId: string, revision: number) =>
  db.query('insert into vault.erasures (user_id, revision) values ($1, $2)', [userId, revision]);
const freeze = async () => {
  const raffleId = randomUUID();
  await eligible().freezeEligible(raffleId, { commit: 7n, prepare: 7n });
  return raffleId;
};
async function namesIn(raffleId: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ user_id: string; username: string }>(
    'select user_id, username from raffles.frozen_users where raffle_id = $1',
    [raffleId],
  );
  return Object.fromEntries(rows.map(({ user_id, username }) => [user_id, username]));
}

test('who was erased and whose row does not say so yet is entered without the name', async () => {
  const [anna, ben, carl] = [await account('anna'), await account('ben'), await account('carl')];
  await erase(pool, ben, 11);
  // Long ago: the name is one that was chosen since.
  await erase(pool, carl, 9);
  const names = await namesIn(await freeze());
  expect(names).toEqual({ [anna]: 'anna', [ben]: defaultUsername(ben), [carl]: 'carl' });
});

test('an erasure that is under way while entries are frozen is waited for, and its name told no more', async () => {
  const [anna, ben] = [await account('anna'), await account('ben')];
  const eraser = await pool.connect();
  try {
    await eraser.query('begin');
    await erase(eraser, ben, 11);
    const freezing = freeze();
    await vi.waitFor(
      async () => {
        const { rows } = await pool.query(
          `select from pg_locks where relation = 'vault.erasures'::regclass and not granted`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 30_000 },
    );
    await eraser.query('commit');
    expect(await namesIn(await freezing)).toEqual({ [anna]: 'anna', [ben]: defaultUsername(ben) });
  } finally {
    eraser.release();
  }
});

test('entries of so many that keeping them takes longer than any other statement may are kept', async () => {
  const anna = await account('anna');
  await pool.query(`
    create function raffles.take_long() returns trigger language plpgsql as
      'begin perform pg_sleep(0.8); return new; end';
    create trigger take_long before insert on raffles.frozen_users for each row execute function raffles.take_long()`);
  const hurried = createPool(database.connectionString, { statementTimeout: 300, answerTimeout: 400 });
  try {
    const raffleId = randomUUID();
    const { freezeEligible } = eligibleUsers(hurried, { waitFor: async () => true });
    await freezeEligible(raffleId, { commit: 7n, prepare: 7n });
    expect(await namesIn(raffleId)).toEqual({ [anna]: 'anna' });
    await expect(hurried.query('select pg_sleep(0.8)')).rejects.toThrow('statement timeout');
  } finally {
    await hurried.end();
    await pool.query('drop function raffles.take_long cascade');
  }
});

test('entries are those of one moment not before the raffle, kept once: who comes second, or later, changes nothing', async () => {
  const anna = await account('anna');
  for (const change of ['email_verified = false', 'removed = true']) {
    const other = await account('nobody');
    await pool.query(`update ${LIVE_SCHEMA}.users set ${change} where user_id = $1`, [other]);
  }
  const standAt = (commit: number) =>
    pool.query(`update ${LIVE_SCHEMA}.checkpoint set commit = $1, prepare = $1`, [commit]);
  const raffleId = randomUUID();
  const from = { commit: 8n, prepare: 8n };
  const { freezeEligible, countEligible, keptUsers } = eligible();
  // What the gate heard before a crash put them back.
  await expect(freezeEligible(raffleId, from)).rejects.toThrow(LedgerUnavailable);
  expect(await namesIn(raffleId)).toEqual({});
  try {
    await standAt(9);
    const moment = { commit: 9n, prepare: 9n };
    expect(await countEligible(from)).toBe(1);
    const both = await Promise.all([freezeEligible(raffleId, from), freezeEligible(raffleId, from)]);
    expect(both).toEqual([moment, moment]);
    await standAt(10);
    const ben = await account('ben');
    expect(await freezeEligible(raffleId, from)).toEqual(moment);
    expect(await namesIn(raffleId)).toEqual({ [anna]: 'anna' });
    const other = randomUUID();
    await freezeEligible(other, from);
    expect(await namesIn(other)).toEqual({ [anna]: 'anna', [ben]: 'ben' });
    expect([...(await keptUsers(raffleId, [anna, ben])).keys()]).toEqual([anna]);
  } finally {
    await standAt(7);
  }
});

test('entries are frozen to the end, however short the transactions are that the database allows', async () => {
  const anna = await account('anna');
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  await pool.query(`alter database ${rows[0]?.name} set transaction_timeout to '200ms'`);
  const short = createPool(database.connectionString, { maxConnections: 1, applicationName: 'freezes' });
  const erasing = await pool.connect();
  try {
    // As an erasure under way, for which freezing waits.
    await erasing.query('begin');
    await erase(erasing, randomUUID(), 1);
    const raffleId = randomUUID();
    const freezing = eligibleUsers(short, { waitFor: async () => true }).freezeEligible(raffleId, {
      commit: 7n,
      prepare: 7n,
    });
    freezing.catch(() => undefined);
    const isOld = `select from pg_stat_activity where application_name = 'freezes'
      and datname = current_database() and xact_start < clock_timestamp() - interval '500 ms'`;
    await expect.poll(async () => (await pool.query(isOld)).rowCount).toBe(1);
    await erasing.query('rollback');
    await freezing;
    expect(await namesIn(raffleId)).toEqual({ [anna]: 'anna' });
  } finally {
    erasing.release(true);
    await pool.query(`alter database ${rows[0]?.name} reset transaction_timeout`);
    await short.end();
  }
});

test('who took part goes with the raffle that it was, and with no other; also of two at once', async () => {
  const anna = await account('anna');
  const [gone, too, kept] = [await freeze(), await freeze(), await freeze()];
  await pool.query('delete from raffles.frozen where raffle_id = any($1::uuid[])', [[gone, too]]);
  expect([await namesIn(gone), await namesIn(too)]).toEqual([{}, {}]);
  expect(await namesIn(kept)).toEqual({ [anna]: 'anna' });
});
