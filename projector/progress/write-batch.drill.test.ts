import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answered } from '../answered.ts';
import { createPool, LIVE_SCHEMA } from '../database.ts';
import { Fenced, ProjectionFault } from '../faults.ts';
import { keptPlans } from '../testing/kept-plans.ts';
import { expectReadModelsEqualFold } from '../testing/oracle.ts';
import { randomLedger } from '../testing/random-ledger.ts';
import { startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { TestLedger } from '../testing/test-ledger.ts';
import { raiseEpoch } from './checkpoint.ts';
import { writeBatch } from './write-batch.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

test('whoever another one has followed as the writer writes no more, from the same checkpoint', async () => {
  const ledger = new TestLedger();
  const userId = ledger.open();
  ledger.grant(userId, 5n);
  const client = await db.pool.connect();
  const inRoom = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await client.query('begin');
    await client.query(`set local search_path to ${LIVE_SCHEMA}`);
    const result = await work();
    await client.query('commit');
    return result;
  };
  const old = await inRoom(() => raiseEpoch(client));
  const successor = await inRoom(() => raiseEpoch(client));
  expect(successor.epoch).toBe(old.epoch + 1n);

  await expect(writeBatch(client, LIVE_SCHEMA, old, ledger.events)).rejects.toThrow(Fenced);
  const rows = async () => (await client.query(`select 1 from ${LIVE_SCHEMA}.users`)).rowCount;
  expect(await rows()).toBe(0);
  await writeBatch(client, LIVE_SCHEMA, successor, ledger.events);
  expect(await rows()).toBe(1);
  client.release();
});

test('an event that is told twice counts once, within a batch and between two; one that comes too late stops it', async () => {
  const own = await startTestReadModels();
  const ledger = new TestLedger();
  const userId = ledger.open();
  ledger.grant(userId, 5n);
  ledger.grant(userId, 7n);
  const { events } = ledger;
  const client = await own.pool.connect();
  await client.query(`set search_path to ${LIVE_SCHEMA}`);
  const start = await raiseEpoch(client);
  const half = await writeBatch(
    client,
    LIVE_SCHEMA,
    start,
    events.slice(0, 2).flatMap((event) => [event, event]),
  );
  const whole = await writeBatch(client, LIVE_SCHEMA, half, [...events.slice(1, 2), ...events.slice(2)]);
  expect(whole.position).toEqual(events.at(-1)?.position);
  await expect(writeBatch(client, LIVE_SCHEMA, whole, events.slice(0, 1))).rejects.toThrow(ProjectionFault);
  // Another event in the place of the one that was told last is no repetition.
  const other = events.slice(-1).map((event) => ({ ...event, id: crypto.randomUUID() }));
  await expect(writeBatch(client, LIVE_SCHEMA, whole, other)).rejects.toThrow(ProjectionFault);
  client.release(true);
  await expectReadModelsEqualFold(own.pool, events);
  await own.stop();
});

test.for([3, 1_500])(
  'a batch of %i events that Postgres refuses in its midst says why, leaves nothing, and is written once it may be',
  async (grants) => {
    const own = await startTestReadModels();
    const ledger = new TestLedger();
    const userId = ledger.open();
    for (let n = 0; n < grants; n++) ledger.grant(userId, BigInt(n + 1));
    const client = await own.pool.connect();
    await client.query(`set search_path to ${LIVE_SCHEMA}`);
    const start = await raiseEpoch(client);
    await client.query('alter table activities add constraint refused check (reward < 0)');
    const write = () => writeBatch(client, LIVE_SCHEMA, start, ledger.events);
    await expect(write()).rejects.toThrow('violates check constraint "refused"');
    const { rows } = await client.query(
      'select (select count(*) from streams) + (select count(*) from postings) + (select count(*) from users) as left',
    );
    expect(rows).toEqual([{ left: '0' }]);
    await client.query('alter table activities drop constraint refused');
    await write();
    client.release(true);
    await expectReadModelsEqualFold(own.pool, ledger.events);
    await own.stop();
  },
);

/** A large batch that has come as far as a table that it may not write to, with all the rest on its way behind that. */
async function stuckBatch() {
  const own = await startTestReadModels();
  const ledger = new TestLedger();
  const userId = ledger.open();
  for (let n = 0; n < 3_000; n++) ledger.grant(userId, BigInt(n + 1));
  const client = await own.pool.connect();
  await client.query(`set search_path to ${LIVE_SCHEMA}`);
  const start = await raiseEpoch(client);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid;
  const lock = await own.pool.connect();
  await lock.query(`begin; lock table ${LIVE_SCHEMA}.history_days in share mode`);
  const written = answered(writeBatch(client, LIVE_SCHEMA, start, ledger.events));
  const waits = async () =>
    (await lock.query('select from pg_locks where pid = $1 and not granted', [pid])).rowCount;
  await expect.poll(waits, { timeout: 20_000 }).toBe(1);
  return { own, ledger, client, start, pid, lock, written };
}

test('a connection that is cut in the midst of a large batch fails it, and nothing of it is there', async () => {
  const { own, ledger, client, start, pid, lock, written } = await stuckBatch();
  await lock.query('select pg_terminate_backend($1)', [pid]);
  await expect(written).rejects.toThrow();
  await lock.query('rollback');
  const left = await lock.query(`select 1 from ${LIVE_SCHEMA}.postings`);
  expect(left.rowCount).toBe(0);
  lock.release();
  client.release(true);
  const again = await own.pool.connect();
  await writeBatch(again, LIVE_SCHEMA, start, ledger.events);
  again.release(true);
  await expectReadModelsEqualFold(own.pool, ledger.events);
  await own.stop();
});

test('a connection that is closed in the midst of a batch ends it at once, whatever Postgres is at work on', async () => {
  const { own, client, lock, written } = await stuckBatch();
  client.release(true);
  await expect(written).rejects.toThrow('Connection terminated');
  await lock.query('rollback');
  lock.release();
  await own.stop();
}, 60_000);

test.for([3, 1_500])(
  'of a batch of %i events what fails first is what is told, also where others have been asked behind it',
  async (grants) => {
    const own = await startTestReadModels();
    const ledger = new TestLedger();
    const userId = ledger.open();
    for (let n = 0; n < grants; n++) ledger.grant(userId, BigInt(n + 1));
    const client = await own.pool.connect();
    await client.query(`set search_path to ${LIVE_SCHEMA}`);
    const start = await raiseEpoch(client);
    await client.query('alter table users rename column streak to in_a_row');
    const refused = writeBatch(client, LIVE_SCHEMA, start, ledger.events);
    await expect(refused).rejects.toThrow('column "streak" does not exist');
    client.release(true);
    await own.stop();
  },
);

test('what small batches are written by is planned once a connection, whatever is in them; a large one has its own plans', async () => {
  const own = await startTestReadModels();
  const pool = createPool(own.connectionString, { keepsStatements: true, maxConnections: 1 });
  const ledger = new TestLedger();
  const users = Array.from({ length: 200 }, () => ledger.open());
  const opened = ledger.events.length;
  const client = await pool.connect();
  try {
    await client.query(`set search_path to ${LIVE_SCHEMA}`);
    let checkpoint = await writeBatch(client, LIVE_SCHEMA, await raiseEpoch(client), ledger.events);
    expect((await keptPlans(client)).every(({ statement }) => statement.includes('update checkpoint'))).toBe(
      true,
    );
    for (const userId of users.slice(0, 24)) ledger.grant(userId, 5n);
    for (let at = opened, size = 1; at < ledger.events.length; at += size, size = (size % 3) + 1)
      checkpoint = await writeBatch(client, LIVE_SCHEMA, checkpoint, ledger.events.slice(at, at + size));
    const plans = await keptPlans(client);
    expect(plans.length).toBeGreaterThan(3);
    for (const { statement, generic, custom } of plans.filter(
      ({ statement }) => !statement.includes('update checkpoint'),
    )) {
      expect(custom, statement).toBe(0);
      expect(generic, statement).toBeGreaterThan(0);
    }
  } finally {
    client.release(true);
    await pool.end();
  }
  await expectReadModelsEqualFold(own.pool, ledger.events);
  await own.stop();
});

/** Of a batch, without what its transaction and its checkpoint take. */
function asked(client: pg.PoolClient): { readonly reads: string[] } {
  const reads: string[] = [];
  const { query } = client;
  client.query = ((...call: unknown[]) => {
    const [first] = call;
    const text = typeof first === 'string' ? first : (first as pg.QueryConfig).text;
    if (/^\s*(select|with mark)\b/.test(text)) reads.push(text);
    return Reflect.apply(query, client, call);
  }) as typeof query;
  return { reads };
}

test('what a batch has written last is not asked for by the next, and any borders give the same rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomLedger,
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1 }),
      async ({ events }, sizes) => {
        const own = await startTestReadModels();
        const client = await own.pool.connect();
        try {
          await client.query(`set search_path to ${LIVE_SCHEMA}`);
          let checkpoint = await raiseEpoch(client);
          const { reads } = asked(client);
          for (let at = 0, turn = 0; at < events.length; turn++) {
            const size = sizes[turn % sizes.length] ?? 1;
            reads.length = 0;
            checkpoint = await writeBatch(client, LIVE_SCHEMA, checkpoint, events.slice(at, at + size));
            at += size;
            if (turn === 0) continue;
            // Each is asked for until a batch has had to do with it.
            expect(reads.filter((text) => /from (log_events where index is|clock_marks)/.test(text))).toEqual(
              [],
            );
          }
        } finally {
          client.release(true);
        }
        await expectReadModelsEqualFold(own.pool, events);
        await own.stop();
      },
    ),
    { numRuns: 12 },
  );
});

test('a batch behind another asks for the rows of its streams and accounts alone', async () => {
  const own = await startTestReadModels();
  const ledger = new TestLedger();
  const userId = ledger.open();
  const client = await own.pool.connect();
  await client.query(`set search_path to ${LIVE_SCHEMA}`);
  const opened = await writeBatch(client, LIVE_SCHEMA, await raiseEpoch(client), ledger.events);
  const before = ledger.events.length;
  ledger.grant(userId, 5n);
  const { reads } = asked(client);
  await writeBatch(client, LIVE_SCHEMA, opened, ledger.events.slice(before));
  expect(reads.map((text) => /from (\w+)/.exec(text)?.[1] ?? 'nothing')).toEqual(['streams', 'users']);
  client.release(true);
  await own.stop();
});

test('whoever finds other tables in the place of those that it wrote to asks them', async () => {
  const own = await startTestReadModels();
  const ledger = new TestLedger();
  const userId = ledger.open();
  const client = await own.pool.connect();
  await client.query(`set search_path to ${LIVE_SCHEMA}`);
  const opened = await writeBatch(client, LIVE_SCHEMA, await raiseEpoch(client), ledger.events);
  const before = ledger.events.length;
  ledger.grant(userId, 5n);
  // As a rebuild does whose differences were accepted: the same checkpoint, in another table.
  await client.query(`
    create table another (like checkpoint including all);
    insert into another select * from checkpoint;
    drop table checkpoint;
    alter table another rename to checkpoint;
    update moments set users = users + 7`);
  await writeBatch(client, LIVE_SCHEMA, opened, ledger.events.slice(before));
  const { rows } = await client.query('select users from moments order by number');
  expect(rows).toEqual([{ users: '8' }, { users: '8' }]);
  client.release(true);
  await own.stop();
});
