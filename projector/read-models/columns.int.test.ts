import { afterAll, beforeAll, expect, test } from 'vitest';
import { ONE_EVO } from '../../contracts/money.ts';
import { LIVE_SCHEMA } from '../database.ts';
import { project, startTestReadModels, type TestReadModels } from '../testing/read-models.ts';
import { TestLedger } from '../testing/test-ledger.ts';

let db: TestReadModels;
beforeAll(async () => {
  db = await startTestReadModels();
  const ledger = new TestLedger();
  const userId = ledger.open();
  ledger.grant(userId, 100n * ONE_EVO, { source: 'welcome', reason: 'Welcome bonus' });
  ledger.claim(userId, 40n * ONE_EVO);
  await project(db.pool, ledger.events);
});
afterAll(() => db.stop());

/** SQLSTATE of what the database says to a change that no fold of the ledger makes; undefined where it takes it. */
async function refusalOf(change: string): Promise<string | undefined> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(`set local search_path to ${LIVE_SCHEMA}`);
    const { rowCount } = await client.query(change);
    expect(rowCount).toBeGreaterThan(0);
    return undefined;
  } catch (error) {
    // Of the driver's errors.
    return (error as { code?: string }).code;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const CHECK = '23514';
const NOT_NULL = '23502';
const UNIQUE = '23505';
/** Of a column that is computed. */
const GENERATED = '428C9';

test.each([
  [
    'more claimed than granted',
    'update users set claimed_rewards = total_rewards + 0.000000000000000001',
    CHECK,
  ],
  ['no total', 'update users set total_rewards = null', NOT_NULL],
  ['a pending amount of its own', 'update users set pending_rewards = 1', GENERATED],
  ['a transaction of no known status', "update transactions set status = 'lost'", CHECK],
  ['a transaction of no known type', "update transactions set type = 'gift'", CHECK],
  ['a transaction without an amount', 'update transactions set amount = null', NOT_NULL],
  ['an activity of no known type', "update activities set type = 'gift'", CHECK],
  ['an activity without a reward', 'update activities set reward = null', NOT_NULL],
  ['a posting without an amount', 'update postings set amount = null', NOT_NULL],
  ['the same posting twice', 'insert into postings select * from postings', UNIQUE],
  ['a balance without a figure', 'update balances set balance = null', NOT_NULL],
  ['a rank that counts less than nobody', 'update rank_nodes set count = -1', CHECK],
  ['a second row of statistics', 'insert into stats select * from stats', UNIQUE],
])('the database takes no %s', async (_, change, refusal) => {
  expect(await refusalOf(change)).toBe(refusal);
});

test('no amount is a float, and each holds what any ledger adds up to', async () => {
  const { rows } = await db.pool.query<{ name: string; form: string }>(
    `select table_name || '.' || column_name as name,
            data_type || '(' || numeric_precision || ',' || numeric_scale || ')' as form
       from information_schema.columns
      where table_schema = '${LIVE_SCHEMA}' and data_type in ('numeric', 'double precision', 'real', 'money')
        -- How fast a projector gets on is no amount.
        and table_name <> 'lead'
      order by 1`,
  );
  expect(rows.length).toBeGreaterThan(25);
  // A single amount, and no sum of them.
  const single = ['raffle_winners.prize', 'reward_requests.amount'];
  const odd = rows.filter(({ name, form }) => form !== `numeric(${single.includes(name) ? 38 : 78},18)`);
  expect(odd).toEqual([]);
});
