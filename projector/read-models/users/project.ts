import { formatEvo } from '../../../contracts/money.ts';
import { ArrayParameter } from '../../array-parameter.ts';
import type { Database } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { amountFromSql } from '../../sql-amount.ts';
import { schemaBeside } from '../read-model.ts';
import { type AccountModel, netChanges, type UserState } from './state.ts';

export const users: AccountModel = {
  schema: schemaBeside(import.meta.url),
  apply: async (db, steps) => {
    const rows = [...netChanges(steps).values()].map(({ after }) => ({
      ...after,
      total_rewards: formatEvo(after.total_rewards),
      claimed_rewards: formatEvo(after.claimed_rewards),
    }));
    await db.query(UPSERT, ROWS.values(rows));
  },
};

/** The accounts as the table holds them. */
export async function loadUsers(db: Database, ids: readonly string[]): Promise<Map<string, UserState>> {
  const { rows } = await db.query<SqlRow>(
    `select ${ROWS.names}, check_in_day::text as check_in_day, changed_on::text as changed_on
     from users where user_id = any($1::uuid[])`,
    [new ArrayParameter('uuid', ids)],
  );
  return new Map(rows.map((row) => [row.user_id, stateOf(row)]));
}

const ROWS = rowSet({
  user_id: 'uuid',
  revision: 'bigint',
  username: 'text',
  wallet_address: 'text',
  referrer_id: 'uuid',
  total_rewards: 'numeric',
  claimed_rewards: 'numeric',
  opened_at: 'timestamptz',
  removed: 'boolean',
  welcomed: 'boolean',
  hold_reason: 'text',
  email_hash: 'text',
  sealed_email: 'text',
  email_verified: 'boolean',
  marketing_opt_in: 'boolean',
  email_rewarded: 'boolean',
  twitter_handle: 'text',
  twitter_sealed_handle: 'text',
  twitter_confirmed: 'boolean',
  instagram_handle: 'text',
  instagram_sealed_handle: 'text',
  instagram_confirmed: 'boolean',
  youtube_handle: 'text',
  youtube_sealed_handle: 'text',
  youtube_confirmed: 'boolean',
  twitter_follow: 'boolean',
  twitter_like: 'boolean',
  twitter_retweet: 'boolean',
  instagram_follow: 'boolean',
  youtube_subscribe: 'boolean',
  check_in_day: 'date',
  streak: 'bigint',
  whitelisted_at: 'timestamptz',
  succeeded_at: 'timestamptz',
  active_at: 'timestamptz',
  changed_on: 'date',
});

/** What an account is opened with and keeps. */
const FIXED = new Set(['user_id', 'referrer_id', 'opened_at']);

const UPSERT = `
  insert into users (${ROWS.names}) select * from ${ROWS.source}
  on conflict (user_id) do update set ${ROWS.names
    .split(', ')
    .filter((column) => !FIXED.has(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')}`;

type Timestamps = 'whitelisted_at' | 'succeeded_at' | 'active_at';
type Numbers = 'revision' | 'total_rewards' | 'claimed_rewards' | 'streak';
type SqlRow = Omit<UserState, Timestamps | Numbers | 'opened_at'> &
  Record<Numbers, string> &
  Record<Timestamps, Date | null> & { opened_at: Date };

function stateOf(row: SqlRow): UserState {
  return {
    ...row,
    revision: BigInt(row.revision),
    total_rewards: amountFromSql(row.total_rewards),
    claimed_rewards: amountFromSql(row.claimed_rewards),
    streak: BigInt(row.streak),
    opened_at: row.opened_at.toISOString(),
    whitelisted_at: row.whitelisted_at?.toISOString() ?? null,
    succeeded_at: row.succeeded_at?.toISOString() ?? null,
    active_at: row.active_at?.toISOString() ?? null,
  };
}
