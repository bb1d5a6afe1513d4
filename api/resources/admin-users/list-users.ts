import type * as z from 'zod/mini';
import type { AdminUser, userFilter, userSort } from '../../../contracts/api/admin-users.ts';
import { parsePosition } from '../../../contracts/ledger-position.ts';
import { formatEvo, SUM_FORM } from '../../../contracts/money.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import { type Database, LIVE_SCHEMA } from '../../../projector/database.ts';
import { type ProgramStats, programStats } from '../../../projector/read-models/stats/queries.ts';
import { amountFromSql } from '../../../projector/sql-amount.ts';
import { invalidCursor } from '../../http/paging.ts';

type UserFilter = z.infer<typeof userFilter>;
type UserSort = z.infer<typeof userSort>;

export type UserSearch = {
  /** A part of a username, an address or a wallet, in any case; empty: everyone. */
  readonly search: string;
  readonly filter: UserFilter;
  readonly sort: UserSort;
  readonly cursor: string | undefined;
  readonly limit: number;
  /** False: no address is shown, and none is searched, so that nobody finds out by asking whose it is. */
  readonly withEmails: boolean;
};

export type UserPage = {
  readonly users: readonly AdminUser[];
  readonly matching: number;
  readonly total: number;
  readonly nextCursor: string | null;
};

/**
 * A page of the users that are not removed. It joins the read models with the vault's searchable addresses, so it is
 * the API's own and no read model's.
 * @param few so many matches are looked up one by one
 * @throws HttpError 400 when the cursor is none of this order
 */
export async function listUsers(db: Database, search: UserSearch, few = FEW): Promise<UserPage> {
  const narrowing = await narrowingOf(db, search, few);
  const [stats, users, counted] = await Promise.all([
    programStats(db),
    pageOf(db, search, narrowing),
    search.search === '' ? undefined : countMatching(db, search, narrowing),
  ]);
  const last = users.at(-1);
  return {
    users: users.map((row) => present(search.withEmails ? row : { ...row, address: null })),
    matching: counted ?? COUNTS[search.filter](stats),
    total: stats.totalUsers,
    nextCursor: last && users.length === search.limit ? cursorOf(search.sort, last) : null,
  };
}

/** How many a filter alone lets through: kept, and not counted for each page. */
const COUNTS: Readonly<Record<UserFilter, (stats: ProgramStats) => number>> = {
  all: ({ totalUsers }) => totalUsers,
  verified: ({ verifiedEmails }) => verifiedEmails,
  unverified: ({ totalUsers, verifiedEmails }) => totalUsers - verifiedEmails,
  marketing: ({ marketingOptIns }) => marketingOptIns,
  has_wallet: ({ withWallet }) => withWallet,
  no_wallet: ({ totalUsers, withWallet }) => totalUsers - withWallet,
  has_balance: ({ withBalance }) => withBalance,
  zero_balance: ({ totalUsers, withBalance }) => totalUsers - withBalance,
};

async function countMatching(
  db: Database,
  { filter }: UserSearch,
  { matches, join, only, value }: Narrowing,
): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `with ${matches}
     select count(*) from ${LIVE_SCHEMA}.user_list as list ${join}
     where not list.removed and ${FILTERS[filter]} and ${only}`,
    [value],
  );
  return Number(rows[0]?.count ?? 0);
}

async function pageOf(
  db: Database,
  { filter, sort, cursor, limit }: UserSearch,
  { matches, join, only, value }: Narrowing,
): Promise<SqlRow[]> {
  const order = ORDERS[sort];
  const [first, second] = cursor === undefined ? [null, null] : readCursor(sort, cursor);
  const { rows } = await db.query<SqlRow>(
    `with ${matches},
     page as materialized (
       select list.* from ${LIVE_SCHEMA}.user_list as list ${join}
       where not list.removed and ${FILTERS[filter]} and ${only}
         and ($2::${order.types[0]} is null or ${order.after})
       order by ${order.by}
       limit $4
     )
     select page.user_id, page.opened_commit, page.opened_prepare, page.pending, users.username,
            users.wallet_address, users.email_verified, users.marketing_opt_in, users.total_rewards,
            users.claimed_rewards, users.level, users.opened_at,
            (select address from vault.email_index as email where email.user_id = page.user_id) as address
     from page
     join ${LIVE_SCHEMA}.users on users.user_id = page.user_id
     order by ${order.by.replaceAll('list.', 'page.')}`,
    [value, first, second, limit],
  );
  return rows;
}

/** More than anybody pages through: a hundredth of a million, and few enough to be named one by one. */
const FEW = 10_000;

/** How a search narrows the list `list`: SQL, and the value that `$1` stands for in it. */
type Narrowing = {
  readonly matches: string;
  readonly join: string;
  readonly only: string;
  readonly value: string | readonly string[];
};

/**
 * Who matches is found by the indexes of parts of texts. Postgres takes a part of a text for one that a hundredth of all
 * have at the least, and would go through all of the list to find a handful: so few are asked for by their ids. Where very
 * many match, no more of them are found than it takes to know that.
 */
async function narrowingOf(
  db: Database,
  { search, withEmails }: UserSearch,
  few: number,
): Promise<Narrowing> {
  const nobody = { matches: 'nothing as (select 1)', join: '' };
  if (search === '') return { ...nobody, only: '$1::text is not null', value: search };
  const matches = (union: 'union' | 'union all') => `matches as materialized (
    select user_id from ${LIVE_SCHEMA}.users where lower(username) like $1 or lower(wallet_address) like $1
    ${withEmails ? `${union} select user_id from vault.email_index where lower(address) like $1` : ''}
  )`;
  const value = pattern(search);
  // Who matches twice counts twice: to know of each whether it does, Postgres would have to find all of them first.
  const { rows } = await db.query<{ user_id: string }>(
    `with ${matches('union all')} select user_id from matches limit $2`,
    [value, few + 1],
  );
  if (rows.length > few) {
    return {
      matches: matches('union'),
      join: 'join matches on matches.user_id = list.user_id',
      only: '$1::text is not null',
      value,
    };
  }
  return { ...nobody, only: 'list.user_id = any($1::uuid[])', value: rows.map(({ user_id }) => user_id) };
}

/** What a person types means itself: `%`, `_` and `\` too. */
function pattern(search: string): string {
  return `%${search.toLowerCase().replace(/[\\%_]/g, String.raw`\$&`)}%`;
}

const FILTERS: Readonly<Record<UserFilter, string>> = {
  all: 'true',
  verified: 'list.email_verified',
  unverified: 'not list.email_verified',
  marketing: 'list.marketing_opt_in',
  has_wallet: 'list.has_wallet',
  no_wallet: 'not list.has_wallet',
  has_balance: 'list.pending > 0',
  zero_balance: 'list.pending = 0',
};

const isPosition = (text: string) => parsePosition(`C:${text}/P:0`) !== undefined;
const isSum = (text: string) => SUM_FORM.test(text);

/** Keyset pages: `after` compares with the last row's pair. Without a sort the newest accounts come first. */
const ORDERS = {
  none: {
    by: 'list.opened_commit desc, list.opened_prepare desc',
    after: '(list.opened_commit, list.opened_prepare) < ($2::bigint, $3::bigint)',
    types: ['bigint', 'bigint'],
    reads: [isPosition, isPosition],
  },
  highest: {
    by: 'list.pending desc, list.user_id desc',
    after: '(list.pending, list.user_id) < ($2::numeric, $3::uuid)',
    types: ['numeric', 'uuid'],
    reads: [isSum, isUuid],
  },
  lowest: {
    by: 'list.pending, list.user_id',
    after: '(list.pending, list.user_id) > ($2::numeric, $3::uuid)',
    types: ['numeric', 'uuid'],
    reads: [isSum, isUuid],
  },
} as const;

function cursorOf(sort: UserSort, row: SqlRow): string {
  const pair =
    sort === 'none'
      ? [row.opened_commit, row.opened_prepare]
      : [formatEvo(amountFromSql(row.pending)), row.user_id];
  return pair.join('_');
}

function readCursor(sort: UserSort, cursor: string): [string, string] {
  const [first = '', second = '', ...more] = cursor.split('_');
  const { reads } = ORDERS[sort];
  if (more.length > 0 || !reads[0](first) || !reads[1](second)) throw invalidCursor();
  return [first, second];
}

type SqlRow = {
  user_id: string;
  opened_commit: string;
  opened_prepare: string;
  pending: string;
  username: string;
  wallet_address: string | null;
  email_verified: boolean;
  marketing_opt_in: boolean;
  total_rewards: string;
  claimed_rewards: string;
  level: string;
  opened_at: Date;
  address: string | null;
};

function present(row: SqlRow): AdminUser {
  return {
    id: row.user_id,
    username: row.username,
    email: row.address,
    walletAddress: row.wallet_address,
    isEmailVerified: row.email_verified,
    emailMarketingOptIn: row.marketing_opt_in,
    pendingRewards: formatEvo(amountFromSql(row.pending)),
    totalRewards: formatEvo(amountFromSql(row.total_rewards)),
    claimedRewards: formatEvo(amountFromSql(row.claimed_rewards)),
    level: Number(row.level),
    createdAt: row.opened_at.toISOString(),
  };
}
