import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { postgresCheckpoints, postgresMarks } from './checkpoints.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Of an event of a transaction: the two numbers differ. */
const at = (commit: bigint) => ({ commit, prepare: commit - 1n });

test('a checkpoint does not go back, though a leader of before wakes and saves its own', async () => {
  const checkpoints = postgresCheckpoints(database.pool);
  await checkpoints.save(new Map([['prizes', at(10n)]]));
  // Beside it, one that goes on.
  await checkpoints.save(
    new Map([
      ['prizes', at(5n)],
      ['mails', at(5n)],
    ]),
  );
  expect(await checkpoints.load('prizes')).toEqual(at(10n));
  expect(await checkpoints.load('mails')).toEqual(at(5n));
  await checkpoints.save(new Map([['prizes', at(11n)]]));
  expect(await checkpoints.load('prizes')).toEqual(at(11n));
});

test('nor does the event by which the ledger is known again', async () => {
  const marks = postgresMarks(database.pool);
  const first = { id: randomUUID(), position: at(1n) };
  const [earlier, later] = [5n, 10n].map((commit) => ({
    position: at(commit),
    eventId: randomUUID(),
    first,
  }));
  if (!earlier || !later) throw new Error('two were made');
  await marks.save(later);
  await marks.save(earlier);
  expect(await marks.load()).toEqual(later);
});

test('of a program that kept none it is the last checkpoint of any process, without ids', async () => {
  const { pool } = database;
  await pool.query('truncate processes.ledger, processes.checkpoints');
  const marks = postgresMarks(pool);
  expect(await marks.load()).toBeUndefined();
  const checkpoints = new Map([
    ['prizes', at(10n)],
    ['mails', at(30n)],
    ['erasure', at(20n)],
  ]);
  await postgresCheckpoints(pool).save(checkpoints);
  expect(await marks.load()).toEqual({ position: at(30n), eventId: undefined, first: undefined });
  // One that was kept counts, also where a checkpoint is behind it.
  const mark = { position: at(40n), eventId: randomUUID(), first: { id: randomUUID(), position: at(1n) } };
  await marks.save(mark);
  expect(await marks.load()).toEqual(mark);
});
