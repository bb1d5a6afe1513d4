import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, LIVE_SCHEMA } from '../database.ts';
import { Fenced, ProjectionFault } from '../faults.ts';
import { keptPlans } from '../testing/kept-plans.ts';
import { expectReadModelsEqualFold } from '../testing/oracle.ts';
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
