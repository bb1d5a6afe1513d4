import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import { EVERYWHERE } from '../../ledger/moved-ledger.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { knowMovedLedger } from './moved-ledger.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

let head: LedgerPosition | undefined | Error;
const store = {
  async head() {
    if (head instanceof Error) throw head;
    return head;
  },
};
const at = (n: number): LedgerPosition => ({ commit: BigInt(n), prepare: BigInt(n - 1) });
const logger = pino({ level: 'silent' });
const know = () => knowMovedLedger(database.pool, store, logger);
const SNAPSHOT = `insert into snapshots.streams (stream, version, revision, hash, fold) values ('account-x', 1, 1, 'h', '{}')`;
const snapshots = async () => (await database.pool.query('select from snapshots.streams')).rowCount;

beforeEach(async () => {
  await database.pool.query(
    'truncate processes.moved_ledger, processes.checkpoints, processes.ledger, snapshots.streams',
  );
});

test('a ledger that nobody has followed may be copied up to its end, for all starts to come; folds of before are gone', async () => {
  await database.pool.query(SNAPSHOT);
  head = at(70);
  const first = await know();
  await expect.poll(() => first.until()).toEqual(at(70));
  expect(await snapshots()).toBe(0);
  await first.stop();
  await database.pool.query(
    `insert into processes.checkpoints (name, commit, prepare) values ('email', 3, 3)`,
  );
  await database.pool.query(SNAPSHOT);
  head = at(90);
  const second = await know();
  expect(second.until()).toEqual(at(70));
  await second.stop();
  expect(await snapshots()).toBe(1);
});

test('a ledger that is empty at first, and one that was followed before this was asked, are nobody’s copy', async () => {
  head = undefined;
  const first = await know();
  await expect.poll(() => first.until()).toBeUndefined();
  await first.stop();
  await database.pool.query(
    `insert into processes.checkpoints (name, commit, prepare) values ('email', 3, 3)`,
  );
  head = at(90);
  const second = await know();
  expect(second.until()).toBeUndefined();
  await second.stop();
});

test('another one in its place is a copy as far as that one goes', async () => {
  head = at(7_000);
  const first = await know();
  await expect.poll(() => first.until()).toEqual(at(7_000));
  await first.stop();
  head = at(70);
  const second = await know();
  await expect.poll(() => second.until()).toEqual(at(70));
  await second.stop();
});

test.each([
  ['ended', at(70)],
  ['was empty', undefined],
])('two that begin at once go by where the ledger %s when the first of them learned it', async (_, end) => {
  head = new LedgerUnavailable(new Error('away'));
  const slow = await know();
  const first = await knowMovedLedger(database.pool, { head: async () => end }, logger);
  await expect.poll(() => first.until()).toEqual(end);
  head = at(90);
  await expect.poll(() => slow.until()).toEqual(end);
  await Promise.all([first.stop(), slow.stop()]);
});

test('who dies before the event store has said it, and after something was followed, leaves it to be learned', async () => {
  head = new LedgerUnavailable(new Error('away'));
  await (await know()).stop();
  await database.pool.query(
    `insert into processes.checkpoints (name, commit, prepare) values ('email', 3, 3)`,
  );
  await database.pool.query(SNAPSHOT);
  // Also to a replica that begins meanwhile; itself, for by it the folds are told that are not to be kept.
  const second = await know();
  expect(second.until()).toBe(EVERYWHERE);
  head = at(70);
  await expect.poll(() => second.until()).toEqual(at(70));
  expect(await snapshots()).toBe(0);
  await second.stop();
  head = at(90);
  const third = await know();
  expect(third.until()).toEqual(at(70));
  await third.stop();
});

test('as long as the event store is silent all of it may be a copy', async () => {
  head = new LedgerUnavailable(new Error('away'));
  const moved = await know();
  expect(moved.until()).toBe(EVERYWHERE);
  head = at(5);
  await expect.poll(() => moved.until()).toEqual(at(5));
  await moved.stop();
});
