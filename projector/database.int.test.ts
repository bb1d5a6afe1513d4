import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import QueryStream from 'pg-query-stream';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DatabaseBusy, refusedBy } from './bounded-pool.ts';
import { createPool, inTransaction, type PoolOptions } from './database.ts';
import { keeping, prepared } from './prepared.ts';
import { startTestPostgres, type TestPostgres } from './testing/postgres.ts';
import { portOf, throughPort } from './testing/through-port.ts';
import { answerWithin, timeToAnswer } from './time-to-answer.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startTestPostgres();
});
afterAll(() => postgres.stop());

test('a connection that dies in the hands of its user is learnt at the next query, and ends nothing else', async () => {
  const pool = createPool(postgres.connectionString);
  try {
    const client = await pool.connect();
    await client.query('begin');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await ended;
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  } finally {
    await pool.end();
  }
});

test('a transaction that does nothing loses its connection when its pool says so', async () => {
  const pool = createPool(postgres.connectionString, { idleTransactionTimeout: 50 });
  const client = await pool.connect();
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await client.query('begin');
  await ended;
  await expect(client.query('commit')).rejects.toThrow();
  client.release(true);
  await pool.end();
});

test('so does one that does nothing between transactions, and others have its locks', async () => {
  // Until it has asked for the lock it does nothing either, on a busy machine for longer than a moment.
  const pool = createPool(postgres.connectionString, { idleSessionTimeout: 2_000 });
  const client = await pool.connect();
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await client.query('select pg_advisory_lock(2)');
  const other = pool.query('select pg_advisory_lock(2)');
  await ended;
  expect((await other).rowCount).toBe(1);
  client.release(true);
  await pool.end();
});

test('a statement waits for a lock no longer than its pool says', async () => {
  const pool = createPool(postgres.connectionString, { lockTimeout: 50 });
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock(1)');
  await expect(pool.query('select pg_advisory_lock(1)')).rejects.toMatchObject({ code: '55P03' });
  holder.release(true);
  await pool.end();
});

test('Postgres notices within seconds that the other end of a connection is gone, and so frees its locks', async () => {
  // A Unix socket's other end is on this machine, and what is gone there is known at once.
  const pool = createPool(throughPort(postgres.connectionString, portOf(postgres.connectionString)));
  const { rows } = await pool.query<{ name: string; setting: string }>(
    "select name, setting from pg_settings where name ~ '^tcp_keepalives' or name = 'tcp_user_timeout'",
  );
  const { tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count, tcp_user_timeout } =
    Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
  expect(Number(tcp_keepalives_idle)).toBeGreaterThan(0);
  expect(
    Number(tcp_keepalives_idle) + Number(tcp_keepalives_interval) * Number(tcp_keepalives_count),
  ).toBeLessThanOrEqual(15);
  expect(tcp_user_timeout).toBe(15_000);
  await pool.end();
});

/** A pool of one connection, so that who asks next gets the one that was given back. */
function poolOfOne(options: PoolOptions = {}): pg.Pool {
  const pool = createPool(postgres.connectionString, { ...options, maxConnections: 1 });
  onTestFinished(() => pool.end());
  return pool;
}
const pidOf = async (db: Pick<pg.Pool, 'query'>) =>
  (await db.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

const UNUSUAL = [
  "datestyle to 'German'",
  "timezone to 'Asia/Kolkata'",
  "intervalstyle to 'sql_standard'",
  'standard_conforming_strings to off',
  "bytea_output to 'escape'",
  'extra_float_digits to -15',
  "default_transaction_isolation to 'repeatable read'",
];

test('what a database sets otherwise than Postgres does changes nothing of what is read', async () => {
  const own = await startTestPostgres();
  onTestFinished(() => own.stop());
  const url = new URL(own.connectionString);
  const name = url.pathname.slice(1);
  const before = createPool(own.connectionString);
  for (const setting of UNUSUAL) await before.query(`alter database ${name} set ${setting}`);
  await before.end();
  const pool = createPool(own.connectionString, { keepsStatements: true });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query<Record<string, unknown>>(
    String.raw`select '2026-05-11T23:30:00.25Z'::timestamptz as at,
       ('2026-05-11T23:30:00Z'::timestamptz)::date::text as day, interval '1 day 02:00'::text as pause, 'a\b' as text,
       0.1::float8::text as share, decode('00ff', 'hex')::text as bytes,
       current_setting('transaction_isolation') as isolation`,
  );
  expect(rows).toEqual([
    {
      at: new Date('2026-05-11T23:30:00.250Z'),
      day: '2026-05-11',
      pause: '1 day 02:00:00',
      text: String.raw`a\b`,
      share: '0.1',
      bytes: String.raw`\x00ff`,
      isolation: 'read committed',
    },
  ]);
});

test('beyond a number of waiters the next are refused at once, and counted', async () => {
  const pool = poolOfOne({ maxWaiting: 2 });
  const holder = await pool.connect();
  const waiting = [pidOf(pool), pidOf(pool)];
  expect(refusedBy(pool)).toBe(0);
  await expect(pool.query('select')).rejects.toBeInstanceOf(DatabaseBusy);
  await expect(pool.connect()).rejects.toBeInstanceOf(DatabaseBusy);
  expect(refusedBy(pool)).toBe(2);
  const pid = await pidOf(holder);
  holder.release();
  expect(await Promise.all(waiting)).toEqual([pid, pid]);
});

test('a query that is given up costs its connection, and Postgres ends it; nothing is asked behind it', async () => {
  const pool = poolOfOne();
  const client = await pool.connect();
  const pid = await pidOf(client);
  await expect(answerWithin(50, () => client.query('select pg_sleep(600)'))).rejects.toThrow();
  await expect(client.query('select')).rejects.toBeInstanceOf(DatabaseBusy);
  client.release();
  expect(await pidOf(pool)).not.toBe(pid);
  const isThere = async () => {
    const { rowCount } = await pool.query('select from pg_stat_activity where pid = $1', [pid]);
    return rowCount === 1;
  };
  await expect.poll(isThere).toBe(false);
});

test('an error that Postgres has answered costs no connection', async () => {
  const pool = poolOfOne();
  const pid = await pidOf(pool);
  await expect(answerWithin(60_000, () => pool.query('select 1 / 0'))).rejects.toMatchObject({
    code: '22012',
  });
  expect(await pidOf(pool)).toBe(pid);
});

test('a connection to a Postgres that takes no writes is not kept: behind the same address another one may lead by now', async () => {
  const pool = poolOfOne();
  const pid = await pidOf(pool);
  await pool.query('set default_transaction_read_only to on');
  expect(await pidOf(pool)).toBe(pid);
  const write = () => pool.query('create temporary table taken as select 1');
  await expect(write()).rejects.toMatchObject({ code: '25006' });
  await write();
  // In a transaction, which is rolled back on it before.
  await pool.query('set default_transaction_read_only to on');
  await expect(inTransaction(pool, (client) => client.query('create schema taken'))).rejects.toMatchObject({
    code: '25006',
  });
  expect((await pool.query('show default_transaction_read_only')).rows).toEqual([
    { default_transaction_read_only: 'off' },
  ]);
});

test('who waits in vain for a connection takes none away, and who has no time left asks nothing', async () => {
  const pool = poolOfOne();
  const holder = await pool.connect();
  await expect(answerWithin(20, () => pidOf(pool))).rejects.toBeInstanceOf(DatabaseBusy);
  const inVain = answerWithin(1, async () => {
    while (timeToAnswer() > 0) await turn();
    await expect(holder.query('create table asked_in_vain ()')).rejects.toBeInstanceOf(DatabaseBusy);
    return pool.query('create table asked_in_vain ()');
  });
  await expect(inVain).rejects.toBeInstanceOf(DatabaseBusy);
  holder.release();
  const { rows } = await pool.query("select to_regclass('asked_in_vain') as found");
  expect(rows).toEqual([{ found: null }]);
});

test('what comes in portions takes its own time', async () => {
  const pool = poolOfOne();
  const client = await pool.connect();
  let rows = 0;
  await answerWithin(50, async () => {
    const slow = new QueryStream('select pg_sleep(0.1) from generate_series(1, 3)', [], { batchSize: 1 });
    for await (const _ of client.query(slow)) rows += 1;
  });
  client.release();
  expect(rows).toBe(3);
});

test.each([true, false])(
  'statements that are asked often are kept by a connection that is a session of its own: %s',
  async (keepsStatements) => {
    const pool = poolOfOne({ keepsStatements });
    const [often, within, once] = [prepared('select 40 + 2'), 'select $1::int', 'select 41 + 1'];
    for (const text of [often, once]) await pool.query(text);
    const client = await pool.connect();
    await keeping(client).query(within, [42]);
    client.release();
    const { rows } = await pool.query<{ statement: string }>(
      'select statement from pg_prepared_statements order by 1',
    );
    expect(rows.map(({ statement }) => statement)).toEqual(keepsStatements ? [within, often] : []);
  },
);

test('a connection keeps its 64 statements that were asked last, however many it is asked; one that went is kept anew', async () => {
  const client = await poolOfOne({ keepsStatements: true }).connect();
  onTestFinished(() => client.release());
  const kept = async () => {
    const { rows } = await client.query<{ statement: string; since: string }>(
      'select statement, prepare_time::text as since from pg_prepared_statements',
    );
    return new Map(rows.map(({ statement, since }) => [statement, since]));
  };
  const mix = (number: number) => `select $1::int + ${number} as sum`;
  const ask = async (number: number) => {
    const { rows } = await keeping(client).query(mix(number), [1]);
    expect(rows).toEqual([{ sum: number + 1 }]);
  };
  await ask(0);
  const sinceWhen = (await kept()).get(mix(0));
  expect(sinceWhen).toBeDefined();
  await client.query('begin');
  for (let number = 1; number <= 300; number++) {
    await ask(number);
    await ask(0);
  }
  await client.query('rollback');
  const after = await kept();
  expect(after.size).toBe(64);
  expect(after.get(mix(0))).toBe(sinceWhen);
  expect([after.has(mix(300)), after.has(mix(238)), after.has(mix(237))]).toEqual([true, true, false]);
  for (const number of [1, 300, 1]) await ask(number);
  expect((await kept()).has(mix(1))).toBe(true);
  // Neither one that Postgres does not know nor a transaction that has failed is in the way of what follows.
  await client.query('begin');
  await expect(keeping(client).query('select $1::int from nowhere', [1])).rejects.toThrow('nowhere');
  await client.query('rollback');
  for (let number = 400; number <= 700; number++) await ask(number);
  expect((await kept()).size).toBe(64);
});
