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
  ledger.open();
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

/** Two raffles that differ in their numbers, but for what is said. */
function raffles(said: {
  readonly number?: string;
  readonly stage?: string;
  readonly mode?: string;
}): string {
  const { number = 'n', stage = "'drawn'", mode = "'flat'" } = said;
  return `insert into raffles (raffle_id, number, stage, mode, amounts, committed_at)
    select gen_random_uuid(), ${number}, ${stage}, ${mode}, '[]', now() from generate_series(1, 2) as n`;
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
  ['a rank below an odd number of digits', "insert into rank_nodes values ('000', 1, 1)", CHECK],
  ['a rank below all digits', `insert into rank_nodes values ('${'0'.repeat(38)}', 1, 1)`, CHECK],
  ['a rank of the pair 00', "insert into rank_nodes values ('', 0, 1)", CHECK],
  ['a rank of three digits', "insert into rank_nodes values ('', 100, 1)", CHECK],
  ['a second row of statistics', 'insert into stats select * from stats', UNIQUE],
  ['a second row of statistics beside it', 'insert into stats (one) values (false)', CHECK],
  ['a second checkpoint', "insert into checkpoint (one, version) values (false, '')", CHECK],
  ['a second place to lead from', 'insert into lead (one) values (false)', CHECK],
  ['a raffle at no known stage', raffles({ stage: "'lost'" }), CHECK],
  ['a raffle of no known mode', raffles({ mode: "'any'" }), CHECK],
  ['two raffles of one number', raffles({ number: '1' }), UNIQUE],
  [
    'a winner of no known status',
    "insert into raffle_winners values (gen_random_uuid(), 1, gen_random_uuid(), 'anna', null, 1, 'lost')",
    CHECK,
  ],
  [
    'two accounts of one wallet, in whichever letters',
    "update users set wallet_address = case when total_rewards > 0 then '0xa' else '0xA' end",
    UNIQUE,
  ],
  ['event twice', 'update log_events set id = (select id from log_events limit 1)', UNIQUE],
  ['revision of a stream twice', "update log_events set stream = 'playlist', revision = 0", UNIQUE],
  ['entry of the tree twice', 'update log_events set index = 0', UNIQUE],
  [
    'act of an event twice',
    `insert into admin_acts (commit, prepare, event_id, type, created_at, act_key)
     select n, n, '00000000-0000-4000-8000-000000000000', 'user_removed', now(), 'x' from generate_series(1, 2) as n`,
    UNIQUE,
  ],
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

/** What may be unknown or not have happened yet; every other column of every table says something. */
const MAY_BE_EMPTY = {
  activities: ['grant_id'],
  admin_acts: ['wallet', 'undoes', 'user_id', 'subject', 'amount', 'reason', 'count', 'number', 'completed'],
  checkpoint: ['commit', 'prepare', 'event_id', 'ledger_id', 'ledger_commit', 'ledger_prepare'],
  lead: ['holder', 'host', 'process', 'since', 'reason', 'level_at'].concat(
    ['commit', 'prepare'].flatMap((name) => [name, `head_${name}`]),
  ),
  log_events: ['index', 'user_id', 'cause_commit', 'cause_prepare'],
  log_notary_keys: ['replaced_key', 'signature'],
  moments: ['board_before', 'board_after'],
  raffles: ['root', 'drawn_at', 'failure', 'chain_hash', 'genesis', 'period', 'round', 'due_at', 'block'],
  raffle_winners: ['wallet_address'],
  reward_requests: ['decided_by', 'decided_at', 'declined_for'],
  transactions: ['tx_hash', 'block_number', 'gas_used'],
  users: ['wallet_address', 'referrer_id', 'hold_reason', 'email_hash', 'sealed_email'].concat(
    ['twitter', 'instagram', 'youtube'].flatMap((name) => [`${name}_handle`, `${name}_sealed_handle`]),
    ['check_in_day', 'whitelisted_at', 'succeeded_at', 'active_at', 'changed_on'],
  ),
};

test('no column is empty but those of what may be unknown or not have happened yet', async () => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = '${LIVE_SCHEMA}' and is_nullable = 'YES'`,
  );
  const known = Object.entries(MAY_BE_EMPTY).flatMap(([table, columns]) =>
    columns.map((column) => `${table}.${column}`),
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted());
});
