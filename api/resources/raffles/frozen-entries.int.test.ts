import { randomBytes, randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import { bytesOfHex, bytesToHex } from '../../../ledger/proof/bytes.ts';
import { freezeEntries } from '../../../ledger/proof/frozen-entries.ts';
import { verifyInclusion } from '../../../ledger/proof/merkle.ts';
import { createFreezer, type Freezer, FreezerDied } from '../../../ledger/raffles/freezer.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestDatabase, type TestDatabase } from '../../testing/start-database.ts';
import { eligibleUsers } from './eligible.ts';
import { frozenEntries } from './frozen-entries.ts';
import { sealedSeeds } from './seeds.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await startTestDatabase();
  pool = database.pool;
});
afterAll(() => database.stop());

async function keep(users: number): Promise<string> {
  const raffleId = randomUUID();
  await pool.query('insert into raffles.frozen (raffle_id, commit, prepare) values ($1, 1, 1)', [raffleId]);
  await pool.query(
    `insert into raffles.frozen_users (raffle_id, user_id, username)
     select $1, gen_random_uuid(), 'user_' || n from generate_series(1, $2::int) as n`,
    [raffleId, users],
  );
  return raffleId;
}
const someUser = async (raffleId: string) =>
  (
    await pool.query<{ user_id: string }>(
      'select user_id from raffles.frozen_users where raffle_id = $1 limit 1',
      [raffleId],
    )
  ).rows[0]?.user_id ?? '';

/** Freezes at once, and counts how often it is asked. */
function counting(answer: (raffleId: string, ids: Uint8Array) => ReturnType<typeof freezeEntries>) {
  const asked: string[] = [];
  const freezer: Freezer = {
    async freeze(raffleId, ids) {
      asked.push(raffleId);
      return answer(raffleId, ids);
    },
    stop: async () => undefined,
  };
  return { asked, freezer };
}

test('what a standby lacks is not gone: neither entries, their users nor seeds are looked for in a Postgres that takes no writes', async () => {
  const standby = createPool(database.connectionString, { maxConnections: 1 });
  onTestFinished(() => standby.end());
  const raffleId = await keep(1);
  const { entriesOf } = frozenEntries(standby, createFreezer());
  const { revealSeed } = sealedSeeds(standby, [randomBytes(32)]);
  expect(await revealSeed('0'.repeat(64))).toBeUndefined();
  await standby.query('set default_transaction_read_only to on');
  await expect(entriesOf(raffleId)).rejects.toMatchObject({ code: '25006' });
  await standby.query('set default_transaction_read_only to on');
  const { keptUsers } = eligibleUsers(standby, { waitFor: async () => true });
  await expect(keptUsers(raffleId, [await someUser(raffleId)])).rejects.toMatchObject({ code: '25006' });
  await standby.query('set default_transaction_read_only to on');
  await expect(revealSeed('0'.repeat(64))).rejects.toMatchObject({ code: '25006' });
});

test('who is kept for a raffle is not nobody where Postgres has lost the raffle: it is to be frozen anew', async () => {
  const { freezer } = counting(freezeEntries);
  const { entriesOf } = frozenEntries(pool, freezer);
  const raffleId = randomUUID();
  await expect(entriesOf(raffleId)).rejects.toBeInstanceOf(LedgerUnavailable);
  await pool.query('insert into raffles.frozen (raffle_id, commit, prepare) values ($1, 1, 1)', [raffleId]);
  // Nobody was eligible.
  expect((await entriesOf(raffleId)).count).toBe(0);
  await pool.query(
    `insert into raffles.frozen_users (raffle_id, user_id, username) values ($1, $1, 'anna')`,
    [raffleId],
  );
  expect((await entriesOf(raffleId)).count).toBe(1);
});

test('a hundred thousand users from the table to the tree, while this thread serves others', async () => {
  const raffleId = await keep(100_000);
  const freezer = createFreezer();
  const { entriesOf, entryOf } = frozenEntries(pool, freezer);
  const begun = performance.eventLoopUtilization();
  const { count, tree } = await entriesOf(raffleId);
  expect(performance.eventLoopUtilization(begun).utilization).toBeLessThan(0.5);
  expect(count).toBe(100_000);

  const userId = await someUser(raffleId);
  const own = await entryOf(raffleId, userId);
  const [leaf, root] = [bytesOfHex(own?.entry ?? '', 32), bytesToHex(tree.root)];
  expect(own).toMatchObject({ count: 100_000, root });
  const path = (own?.path ?? []).map((hash) => bytesOfHex(hash, 32) ?? new Uint8Array());
  expect(verifyInclusion(leaf ?? new Uint8Array(), own?.index ?? -1, count, path, tree.root)).toBe(true);
  await freezer.stop();
});

test('the tree is built once for all who ask; who has not entered builds none', async () => {
  const raffleId = await keep(20);
  const { asked, freezer } = counting(freezeEntries);
  const { entriesOf, entryOf } = frozenEntries(pool, freezer);
  expect(await entryOf(raffleId, randomUUID())).toBeUndefined();
  expect(asked).toEqual([]);
  const userId = await someUser(raffleId);
  await Promise.all([entriesOf(raffleId), entryOf(raffleId, userId), entryOf(raffleId, userId)]);
  expect(await entryOf(raffleId, userId)).toBeDefined();
  expect(asked).toEqual([raffleId]);
});

test('many who look up raffles of long ago keep one thread busy; one that fails keeps nobody from theirs', async () => {
  const raffles = await Promise.all([5, 5, 5, 5].map(keep));
  let [busy, most] = [0, 0];
  const freezer: Freezer = {
    async freeze(raffleId, ids) {
      most = Math.max(most, ++busy);
      await new Promise(setImmediate);
      busy--;
      if (raffleId === raffles[1]) throw new FreezerDied('out of memory');
      return freezeEntries(raffleId, ids);
    },
    stop: async () => undefined,
  };
  const { entryOf } = frozenEntries(pool, freezer);
  const users = await Promise.all(raffles.map(someUser));
  const answers = await Promise.allSettled(raffles.map((raffleId, at) => entryOf(raffleId, users[at] ?? '')));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(most).toBe(1);
});

test('entries that were built of what was kept are built anew where that was mended since, and whenever they are frozen', async () => {
  const raffleId = await keep(5);
  const { asked, freezer } = counting(freezeEntries);
  const { entriesOf } = frozenEntries(pool, freezer);
  const whole = bytesToHex((await entriesOf(raffleId)).tree.root);
  const { rows } = await pool.query<{ user_id: string }>(
    `delete from raffles.frozen_users where raffle_id = $1 and user_id = $2 returning user_id`,
    [raffleId, await someUser(raffleId)],
  );
  expect((await entriesOf(raffleId)).count).toBe(4);
  await pool.query(
    `insert into raffles.frozen_users (raffle_id, user_id, username) values ($1, $2, 'anna')`,
    [raffleId, rows[0]?.user_id],
  );
  expect((await entriesOf(raffleId, whole)).count).toBe(5);
  expect(asked).toHaveLength(3);
  expect((await entriesOf(raffleId, whole)).count).toBe(5);
  expect(asked).toHaveLength(3);
});

test('a thread that died says that it can be tried again, and it can', async () => {
  const raffleId = await keep(3);
  let deaths = 1;
  const { freezer } = counting((id, ids) => {
    if (deaths-- > 0) throw new FreezerDied('out of memory');
    return freezeEntries(id, ids);
  });
  const { entriesOf } = frozenEntries(pool, freezer);
  await expect(entriesOf(raffleId)).rejects.toThrow(LedgerUnavailable);
  expect((await entriesOf(raffleId)).count).toBe(3);
});

test('a raffle that nobody may win has no entries', async () => {
  const { entriesOf } = frozenEntries(pool, createFreezer());
  expect((await entriesOf(await keep(0))).count).toBe(0);
});

test('what is kept of raffles takes no more bytes than it may, but for the one that was asked for last', async () => {
  const raffles = await Promise.all([40, 30, 400].map(keep));
  const { asked, freezer } = counting(freezeEntries);
  const { entriesOf, use } = frozenEntries(pool, freezer, 10_000);
  const [first = '', second = '', large = ''] = raffles;
  await entriesOf(first);
  await entriesOf(second);
  expect(use()).toMatchObject({ entries: 2, mostBytes: 10_000 });
  const both = use().bytes;
  expect(both).toBeGreaterThan(70 * 48);
  expect(both).toBeLessThanOrEqual(10_000);

  const { tree } = await entriesOf(large);
  expect(use()).toMatchObject({ entries: 1 });
  expect(use().bytes).toBeGreaterThan(10_000);
  await entriesOf(large, bytesToHex(tree.root));
  await entriesOf(second);
  expect(use()).toMatchObject({ entries: 1 });
  expect(use().bytes).toBeLessThan(both);
  expect(asked).toEqual([first, second, large, second]);
});
