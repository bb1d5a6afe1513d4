import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { LIVE_SCHEMA } from '../../projector/database.ts';
import { project, startTestReadModels, type TestReadModels } from '../../projector/testing/read-models.ts';
import { TestLedger } from '../../projector/testing/test-ledger.ts';
import { massActPorts } from './mass-act-progress.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());

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
