import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { project, startTestReadModels, type TestReadModels } from '../../projector/testing/read-models.ts';
import { TestLedger } from '../../projector/testing/test-ledger.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { expectMassAct, expectNothing, massActDone, massActPorts } from './mass-act-progress.ts';

let db: TestReadModels;
let database: TestDatabase;
beforeAll(async () => {
  [db, database] = await Promise.all([startTestReadModels(), startTestDatabase()]);
});
afterAll(() => Promise.all([db.stop(), database.stop()]));

/** Says that the read models are so far, without an event more. */
async function standAt({ commit, prepare }: LedgerPosition): Promise<void> {
  const moving = `update ${LIVE_SCHEMA}.checkpoint set commit = $1, prepare = $2`;
  expect((await db.pool.query(moving, [commit, prepare])).rowCount).toBe(1);
}

test('accounts are not listed from read models that a crash has put back behind the act', async () => {
  const ledger = new TestLedger();
  const userIds = Array.from({ length: 5 }, () => ledger.open()).sort();
  await project(db.pool, ledger.events);
  const [earlier, at] = ledger.events.slice(-2).map(({ position }) => position);
  if (!earlier || !at) throw new Error('the ledger has fewer events than accounts');
  // What it heard before the crash.
  const { accounts } = massActPorts(db.pool, { waitFor: async () => true });
  await expect(accounts(at, undefined, 10)).rejects.toThrow('the read models lag behind a mass act');
  await standAt(earlier);
  await expect(accounts(at, undefined, 10)).rejects.toThrow('the read models lag behind a mass act');

  await standAt(at);
  const idsOf = async (after: string | undefined, limit: number) =>
    (await accounts(at, after, limit)).map(({ userId }) => userId);
  expect(await idsOf(undefined, 2)).toEqual(userIds.slice(0, 2));
  expect(await idsOf(userIds[1], 10)).toEqual(userIds.slice(2));
  expect(await idsOf(userIds[4], 10)).toEqual([]);
});

test('the progress of a mass act does not go back, though a leader of before wakes and saves its own', async () => {
  const { pool } = database;
  const { loadProgress, saveProgress } = massActPorts(pool, { waitFor: async () => true });
  const requestId = randomUUID();
  await expectMassAct(pool, requestId, { count: 3, total: 30n });
  expect(await loadProgress(requestId)).toEqual({ after: undefined, count: 0, total: 0n });
  const after = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
  const early = { after: after('1'), count: 1, total: 10n };
  const late = { after: after('a'), count: 2, total: 20n };
  await saveProgress(requestId, early);
  expect(await loadProgress(requestId)).toEqual(early);
  await saveProgress(requestId, late);
  await saveProgress(requestId, early);
  expect(await loadProgress(requestId)).toEqual(late);
  expect(await massActDone(pool, requestId)).toEqual({ done: 2, of: 3 });
  // Two more were given something meanwhile.
  await saveProgress(requestId, { after: after('b'), count: 4, total: 40n });
  expect(await massActDone(pool, requestId)).toEqual({ done: 4, of: 4 });
});

test('what an act is expected to do is what was said first, also when it is asked for again, and has begun', async () => {
  const { pool } = database;
  const { loadProgress, saveProgress } = massActPorts(pool, { waitFor: async () => true });
  const requestId = randomUUID();
  expect(await massActDone(pool, requestId)).toBeUndefined();
  const first = { count: 3, total: 30n };
  expect(await expectMassAct(pool, requestId, first)).toEqual(first);
  const reached = { after: randomUUID(), count: 1, total: 10n };
  await saveProgress(requestId, reached);
  expect(await expectMassAct(pool, requestId, { count: 2, total: 20n })).toEqual(first);
  // Nor does it forget how far it is when another sending of it was refused.
  await expectNothing(pool, requestId);
  expect(await loadProgress(requestId)).toEqual(reached);
  // Of a request that is in the ledger alone nothing was expected: what it did is what is known.
  const unknown = randomUUID();
  expect(await loadProgress(unknown)).toBeUndefined();
  await saveProgress(unknown, reached);
  expect(await loadProgress(unknown)).toEqual(reached);
  expect(await massActDone(pool, unknown)).toEqual({ done: 1, of: 1 });
});
