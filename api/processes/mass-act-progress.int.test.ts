import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PositionGate } from '../../projector/position-gate.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { expectMassAct, massActDone, massActPorts } from './mass-act-progress.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

/** Nobody waits for the read models here. */
const gate = {} as PositionGate; // no port that is tried here asks it

test('the progress of a mass act does not go back, though a leader of before wakes and saves its own', async () => {
  const { pool } = database;
  const { loadProgress, saveProgress } = massActPorts(pool, gate);
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
});
