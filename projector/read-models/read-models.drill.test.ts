import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { ONE_EVO } from '../../contracts/money.ts';
import { LIVE_SCHEMA } from '../database.ts';
import { ensureSchema } from '../progress/schema.ts';
import { expectReadModelsEqualFold } from '../testing/oracle.ts';
import { randomLedger } from '../testing/random-ledger.ts';
import { project, startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { TestLedger } from '../testing/test-ledger.ts';
import { sumOfBalances } from './postings/queries.ts';
import type { RecordedEvent } from './read-model.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
});
afterAll(() => db.stop());
beforeEach(empty);

async function empty(): Promise<void> {
  await db.pool.query(`drop schema if exists ${LIVE_SCHEMA} cascade`);
  await ensureSchema(db.pool, LIVE_SCHEMA);
}

/** Cuts a ledger into batches of these sizes, over and over. */
function* cut(events: readonly RecordedEvent[], sizes: readonly number[]): Generator<RecordedEvent[]> {
  for (let at = 0, n = 0; at < events.length; n++) {
    const size = sizes[n % sizes.length] ?? 1;
    yield events.slice(at, at + size);
    at += size;
  }
}

async function setCheckpoint(ledger: TestLedger): Promise<void> {
  const { commit, prepare } = ledger.events.at(-1)?.position ?? {};
  await db.pool.query(`update ${LIVE_SCHEMA}.checkpoint set commit = $1, prepare = $2`, [commit, prepare]);
}

test('any ledger in any batches, each twice, gives every row that a plain fold gives', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(randomLedger, sizes, async (ledger, batchSizes) => {
      await empty();
      for (const batch of cut(ledger.events, batchSizes)) {
        expect(await project(db.pool, batch)).toBe(batch.length);
        expect(await project(db.pool, batch)).toBe(0);
      }
      expect(await project(db.pool, ledger.events)).toBe(0);
      await setCheckpoint(ledger);
      await expectReadModelsEqualFold(db.pool, ledger.events);
      expect(await sumOfBalances(db.pool)).toBe(0n);
    }),
    { numRuns: 40 },
  );
});

test('a place that was taken where nobody opened an account is no account, in any batches', async () => {
  const ledger = new TestLedger();
  const take = (userId: string) =>
    ledger.append(streamOf('account', userId), {
      type: 'RevisionTaken',
      data: { commandId: crypto.randomUUID() },
    });
  const later = crypto.randomUUID();
  for (const userId of [crypto.randomUUID(), later]) take(userId);
  ledger.grant(ledger.open(), ONE_EVO);
  ledger.open({ userId: later });
  take(later);
  ledger.grant(later, 2n * ONE_EVO);
  for (const size of [1, 3, ledger.events.length]) {
    await empty();
    for (const batch of cut(ledger.events, [size])) await project(db.pool, batch);
    await setCheckpoint(ledger);
    await expectReadModelsEqualFold(db.pool, ledger.events);
  }
});

test('the fold finds a row that is wrong, missing or too much', async () => {
  const ledger = new TestLedger();
  ledger.grant(ledger.open(), 100n * ONE_EVO);
  await project(db.pool, ledger.events);
  await setCheckpoint(ledger);
  await expectReadModelsEqualFold(db.pool, ledger.events);
  for (const harm of [
    `update ${LIVE_SCHEMA}.balances set balance = balance + 1`,
    `delete from ${LIVE_SCHEMA}.activities`,
    `insert into ${LIVE_SCHEMA}.standings values (gen_random_uuid(), 5)`,
    `update ${LIVE_SCHEMA}.rank_nodes set count = count + 1`,
    `update ${LIVE_SCHEMA}.stats set total_users = 2`,
    `update ${LIVE_SCHEMA}.users set succeeded_at = now()`,
    `update ${LIVE_SCHEMA}.history_lines set claimed_after = 1`,
    `update ${LIVE_SCHEMA}.history_days set day = '2026-01-02'`,
    `insert into ${LIVE_SCHEMA}.referrers values (gen_random_uuid(), 1, 0, 0)`,
    `insert into ${LIVE_SCHEMA}.active_friends values (gen_random_uuid(), gen_random_uuid(), now())`,
    `update ${LIVE_SCHEMA}.user_list set pending = 7`,
    `delete from ${LIVE_SCHEMA}.program_days`,
    `update ${LIVE_SCHEMA}.program_day_grants set amount = 1`,
    `insert into ${LIVE_SCHEMA}.admin_acts (commit, prepare, event_id, type, created_at, act_key)
     values (1, 1, gen_random_uuid(), 'admin_added', now(), 'x')`,
  ]) {
    const client = await db.pool.connect();
    try {
      await client.query('begin');
      await client.query(harm);
      await expect(expectReadModelsEqualFold(client, ledger.events), harm).rejects.toThrow(
        /missing|surplus|rows/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  }
});

test('sums larger than any account can hold', async () => {
  const ledger = new TestLedger();
  for (let n = 0; n < 3; n++) ledger.grant(ledger.open(), 10n ** 38n - 1n);
  await project(db.pool, ledger.events);
  await setCheckpoint(ledger);
  await expectReadModelsEqualFold(db.pool, ledger.events);
});
