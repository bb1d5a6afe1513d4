import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Snapshots } from '../../ledger/snapshots.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { postgresSnapshots } from './postgres-snapshots.ts';

const STREAM = 'account-x';

let database: TestDatabase;
let snapshots: Snapshots;
beforeAll(async () => {
  database = await startTestDatabase();
  snapshots = postgresSnapshots(database.pool);
});
afterAll(() => database.stop());
beforeEach(() => database.pool.query('truncate snapshots.streams'));

const save = (revision: number, { stream = STREAM, version = 1, fold = `{"at":${revision}}` } = {}) =>
  snapshots.save({ stream, version, end: { revision: BigInt(revision), hash: `hash of ${revision}` }, fold });
/** The revision of what is given, as `upTo` says. */
const given = async (upTo?: number, version = 1) => {
  const found = await snapshots.load(STREAM, version, upTo === undefined ? undefined : BigInt(upTo));
  return found && Number(found.end.revision);
};

test('the newest is given, or the newest up to a revision, as it was saved', async () => {
  expect(await given()).toBeUndefined();
  for (const revision of [9_000, 12_000, 31_000]) await save(revision);
  await save(40_000, { stream: 'account-y' });
  expect(await snapshots.load(STREAM, 1)).toEqual({
    stream: STREAM,
    version: 1,
    end: { revision: 31_000n, hash: 'hash of 31000' },
    fold: '{"at":31000}',
  });
  expect(await given(30_999)).toBe(12_000);
  expect(await given(12_000)).toBe(12_000);
  expect(await given(11_999)).toBe(9_000);
  expect(await given(8_999)).toBeUndefined();
});

test('of each ten thousand revisions the last one stays, and no other', async () => {
  for (let revision = 1_000; revision <= 25_000; revision += 1_000) await save(revision);
  const { rows } = await database.pool.query<{ revision: string }>(
    'select revision from snapshots.streams order by revision',
  );
  expect(rows.map(({ revision }) => Number(revision))).toEqual([9_000, 19_000, 25_000]);
});

test('a replica that comes late takes nothing away from one that is further, and another saving is the newest', async () => {
  await save(5_000);
  await save(4_000);
  expect(await given()).toBe(5_000);
  await save(5_000, { fold: '{"again":true}' });
  expect(await snapshots.load(STREAM, 1)).toMatchObject({ fold: '{"again":true}' });
});

test('each version of the decider has its own; those of the releases before go with the first of a new one', async () => {
  await save(1_000);
  await save(1_000, { stream: 'account-y' });
  await save(11_000);
  expect(await given(undefined, 2)).toBeUndefined();
  await save(2_000, { version: 2 });
  expect([await given(), await given(undefined, 2)]).toEqual([undefined, 2_000]);
  expect(await snapshots.load('account-y', 1)).toBeDefined();
  // A replica of the release before goes on beside it.
  await save(12_000);
  expect([await given(), await given(undefined, 2)]).toEqual([12_000, 2_000]);
});
