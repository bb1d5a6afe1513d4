import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { changeUsername } from '../../ledger/accounts/change-username.ts';
import { checkIn } from '../../ledger/accounts/check-in.ts';
import { erasePersonalData } from '../../ledger/accounts/erase-personal-data.ts';
import { openAccount } from '../../ledger/accounts/open-account.ts';
import { readAccount } from '../../ledger/accounts/read-account.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import type { Snapshots } from '../../ledger/snapshots.ts';
import { startMemoryLedger } from '../../ledger/testing/memory-ledger.ts';
import { newWallet, testContext } from '../../ledger/testing/start-ledger.ts';
import { startTestDatabase, type TestDatabase } from '../testing/start-database.ts';
import { eraseKept } from '../vault/erase-kept.ts';
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

describe('of an account whose personal data were erased', () => {
  const at = (day: number) => ({ occurredAt: new Date(Date.UTC(2020, 0, 1 + day)).toISOString() });

  /** One with a name and more than a thousand events, whose erasure stands in the ledger and is not carried out yet. */
  async function newErased(checkIns: number) {
    const { store } = startMemoryLedger();
    const handler = createCommandHandler(store);
    const { userId } = await openAccount(handler, { walletAddress: newWallet() }, testContext());
    await changeUsername(handler, { userId, username: 'fox_of_before' }, testContext());
    for (let day = 0; day < checkIns; day++) await checkIn(handler, userId, testContext(at(day)));
    await erasePersonalData(handler, { userId }, testContext());
    return { store, userId, stream: streamOf('account', userId) };
  }

  const kept = async (stream: string) => {
    const { rows } = await database.pool.query<{ revision: string; fold: string }>(
      'select revision, fold from snapshots.streams where stream = $1 order by revision',
      [stream],
    );
    return rows;
  };

  test('none of before is kept again by who reads its stream anew', async () => {
    const { store, userId, stream } = await newErased(500);
    await eraseKept(database.pool, store, userId);
    const saves: Promise<void>[] = [];
    const noted: Snapshots = {
      ...snapshots,
      save(snapshot) {
        const saving = snapshots.save(snapshot);
        saves.push(saving);
        return saving;
      },
    };
    const handler = createCommandHandler(store, { snapshots: noted });
    expect(await readAccount(handler, userId)).toMatchObject({ username: undefined, erased: true });
    await Promise.all(saves);
    expect(saves).toHaveLength(1);
    expect(await kept(stream)).toEqual([]);
  });

  test('one that is being saved goes with the others', async () => {
    const { store, userId, stream } = await newErased(1);
    const saving = await database.pool.connect();
    try {
      await saving.query('begin');
      await saving.query(
        `insert into snapshots.streams (stream, version, revision, hash, fold) values ($1, 1, 0, 'hash', 'fox')`,
        [stream],
      );
      const erasing = eraseKept(database.pool, store, userId).then(() => true);
      const waits = async () => {
        const { rowCount } = await database.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table snapshots%'`,
        );
        return rowCount === 1;
      };
      await expect
        .poll(async () => (await Promise.race([erasing, false])) || (await waits()), { timeout: 30_000 })
        .toBe(true);
      await saving.query('commit');
      expect(await erasing).toBe(true);
      expect(await kept(stream)).toEqual([]);
    } finally {
      saving.release(true);
    }
  });

  test('those of behind it are kept, and all of others', async () => {
    const [erased, other] = [`account-${randomUUID()}`, `account-${randomUUID()}`];
    await database.pool.query(
      'insert into vault.erasures (user_id, revision, erasures) values ($1, 1500, 1)',
      [erased.slice('account-'.length)],
    );
    for (const stream of [erased, other]) await save(1_499, { stream });
    for (const stream of [erased, other]) await save(11_500, { stream });
    await save(1_500, { stream: erased });
    const revisions = async (stream: string) => (await kept(stream)).map(({ revision }) => revision);
    expect(await revisions(erased)).toEqual(['1500', '11500']);
    expect(await revisions(other)).toEqual(['1499', '11500']);
  });
});
