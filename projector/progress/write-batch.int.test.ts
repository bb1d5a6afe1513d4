import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIVE_SCHEMA } from '../database.ts';
import { Fenced, ProjectionFault } from '../faults.ts';
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
