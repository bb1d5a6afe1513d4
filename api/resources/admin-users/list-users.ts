import type * as z from 'zod/mini';
import type { AdminUser, userFilter, userSort } from '../../../contracts/api/admin-users.ts';
import { parsePosition } from '../../../contracts/ledger-position.ts';
import { formatEvo, SUM_FORM } from '../../../contracts/money.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import { type Database, LIVE_SCHEMA } from '../../../projector/database.ts';
import { amountFromSql } from '../../../projector/sql-amount.ts';
import { invalidCursor } from '../../http/paging.ts';
import { isMailed, isNamed, matched, matches, pattern } from './user-texts.ts';

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
  readonly moreMatch?: boolean;
  readonly total: number;
  readonly nextCursor: string | null;
};

/**
 * A page of the users that are not removed. It joins the read models with the vault's searchable addresses, so it is
 * the API's own and no read model's.
 * @param few so many matches are looked up one by one, and counted
 * @throws HttpError 400 when the cursor is none of this order
 */
export async function listUsers(db: Database, search: UserSearch, few = FEW): Promise<UserPage> {
  const { users, matching, moreMatch, total } =
    search.search === '' ? await findAll(db, search) : await find(db, search, few);
  const last = users.at(-1);
  return {
    users: users.map((row) => present(search.withEmails ? row : { ...row, address: null })),
    matching,
    ...(moreMatch && { moreMatch }),
    total,
    nextCursor: last && users.length === search.limit ? cursorOf(search.sort, last) : null,
  };
}

type Found = {
  readonly users: readonly SqlRow[];
  readonly matching: number;
  readonly moreMatch?: boolean;
  readonly total: number;
};

async function findAll(db: Database, search: UserSearch): Promise<Found> {
  const source = {
    list: LIST,
    only: `$1::text is not null and ${isListed(search)}`,
  };
  const { users, said } = await askAtOnce(db, search, source, ['']);
  return { users, matching: Number(said.passing ?? 0), total: Number(said.total_users ?? 0) };
}

/**
 * Who matches is found by the indexes of parts of texts, and their page with them. Postgres takes a part of a text for one
 * that a hundredth of all have at the least, and would go through all of the list to find a handful: so they are found
 * first. Where more match, no more of them are found than it takes to know that, and the page is looked for in the order
 * of the list.
 */
async function find(db: Database, search: UserSearch, few: number): Promise<Found> {
  const { users, said } = await findFew(db, search, few);
  const total = Number(said.total_users ?? 0);
  const listed = Number(said.listed);
  if (said.is_few) {
    return listed > few
      ? { users, matching: few, moreMatch: true, total }
      : { users, matching: listed, total };
  }
  // More than `few` are on the list; the filter may still let next to nobody of them through.
  if (search.filter !== 'all' && !(await areMore(db, search, few))) {
    const ids = await matchingIds(db, search, few);
    if (ids) return { users: await pageOf(db, search, byIds(ids)), matching: ids.length, total };
  }
  const near = await pageOf(db, search, amongFirst(search));
  const all = near.length === search.limit ? near : await pageOf(db, search, amongAll(search));
  return { users: all, matching: few, moreMatch: true, total };
}

/** A page of those who match, and how many do; nobody where more than `few` names or addresses do. */
function findFew(db: Database, search: UserSearch, few: number) {
  const isFew = `(select count(*) from named) <= $5 and (select count(*) from mailed) <= $5`;
  const source = {
    found: `
      named as materialized (
        select user_id from ${LIVE_SCHEMA}.users
        where ${ANYBODY_PASSES} and (${isNamed(search.search)}) and not removed limit $5::int + 1
      ),
      mailed as materialized (
        select user_id from vault.email_index as email cross join lateral (
          select from ${LIVE_SCHEMA}.users where users.user_id = email.user_id and not removed limit 1
        ) as there
        where ${ANYBODY_PASSES} and (select count(*) from named) <= $5
          and ${search.withEmails ? isMailed(search.search) : 'false'}
        limit $5::int + 1
      ),
      listed as materialized (
        select list.* from (select user_id from named union select user_id from mailed) as found
        join ${LIST} on list.user_id = found.user_id
        where ${isFew} and ${isListed(search)}
      )`,
    list: 'listed as list',
    only: 'true',
    says: `${isFew} as is_few, (select count(*) from listed) as listed`,
  };
  return askAtOnce<{ is_few: boolean; listed: string }>(db, search, source, [pattern(search.search), few]);
}

type AtOnce = {
  readonly found?: string;
  readonly list: string;
  readonly only: string;
  readonly says?: string;
};

/** SQL: where it is nobody, nobody is looked for. */
const ANYBODY_PASSES = '(select passing from program) > 0';

/**
 * A page, and what is to be said of all of it, in one question: each that is sent takes as long as to make the page of.
 * `program` has how many accounts there are, and how many of them the filter lets through; neither before the first event.
 */
async function askAtOnce<Said>(
  db: Database,
  search: UserSearch,
  { found, list, only, says }: AtOnce,
  [text, ...more]: readonly unknown[],
) {
  type Saying = Said & { total_users: string | null; passing: string | null };
  const order = ORDERS[search.sort];
  const { rows } = await db.query<Saying & SqlRow>(
    `with program as materialized (select total_users, ${COUNTS[search.filter]} as passing from ${LIVE_SCHEMA}.stats),
     ${found ? `${found},` : ''}
     page as materialized (
       select list.* from ${list}
       where ${ANYBODY_PASSES} and ${only} and ${isBehind(search)}
       order by ${order.by}
       limit $4
     )
     select total_users, passing, ${says ? `${says},` : ''} shown.*
     from (values (true)) as one left join program on true left join (select ${SHOWN}) as shown on true
     order by ${order.by.replaceAll('list.', 'shown.')}`,
    [text, ...readCursor(search), search.limit, ...more],
  );
  // One row is there in any case.
  const said: Saying = rows[0] as Saying & SqlRow;
  return { said, users: rows.filter(({ user_id }) => user_id !== null) };
}

/**
 * Whether more than `few` whom the filter lets through are found among the newest. It is not asked of a part that no large
 * share of the newest of all has: to find who does is cheaper by the indexes then.
 */
async function areMore(db: Database, search: UserSearch, few: number): Promise<boolean> {
  const newest = (count: string) =>
    `select list.* from ${LIST} where not list.removed order by ${ORDERS.none.by} limit ${count}`;
  const { rows } = await db.query<{ are_more: boolean }>(
    `with probed as materialized (select count(*) as share from (${newest(`${PROBED}`)}) as list ${matched(search)}),
     listed as materialized (
       select from (${newest(`$2::int * ${LOOKED_AT_OF_MATCHES}`)}) as list ${matched(search)}
       where (select share from probed) >= ${COMMON_OF_PROBED} and ${isListed(search)}
       limit $2::int + 1
     )
     select count(*) > $2 as are_more from listed`,
    [pattern(search.search), few],
  );
  return rows[0]?.are_more === true;
}
/** Accounts that are looked at whether a part of a text is a common one, and how many have it then. */
const PROBED = 128;
const COMMON_OF_PROBED = 32;

/** Who matches, in no order; undefined where more than `few` do. */
async function matchingIds(
  db: Database,
  search: UserSearch,
  few: number,
): Promise<readonly string[] | undefined> {
  // Who matches twice is there twice: to know of each whether it does, Postgres would have to find all of them first.
  const { rows } = await db.query<{ ids: string[] | null; are_all: boolean }>(
    `with looked_at as (${matches(search, 'union all')} limit $3),
     listed as (
       select user_id from looked_at
       cross join lateral (
         select from ${LIVE_SCHEMA}.user_list as list
         where list.user_id = looked_at.user_id and ${isListed(search)} limit 1
       ) as list
       limit 2 * $2::int + 1
     )
     select case when count(*) <= $2 then coalesce(array_agg(user_id), '{}') end as ids,
            count(*) > $2 or (select count(*) from looked_at) < $3 as are_all
     from (select distinct user_id from listed) as found`,
    [pattern(search.search), few, few * LOOKED_AT_OF_MATCHES],
  );
  return rows[0]?.are_all ? (rows[0].ids ?? undefined) : matchingIdsOfFilter(db, search, few);
}

/** The same where very many match, and the filter lets next to none of them through: of all others each is looked at. */
async function matchingIdsOfFilter(
  db: Database,
  search: UserSearch,
  few: number,
): Promise<readonly string[] | undefined> {
  const { rows } = await db.query<{ ids: string[] | null }>(
    `with listed as (
       select list.user_id from ${LIST} ${matched(search)}
       where ${isListed(search)}
       limit $2::int + 1
     )
     select case when count(*) <= $2 then coalesce(array_agg(user_id), '{}') end as ids from listed`,
    [pattern(search.search), few],
  );
  return rows[0]?.ids ?? undefined;
}

/** SQL: how many a filter alone lets through, which is kept and not counted for each page. */
const COUNTS: Readonly<Record<UserFilter, string>> = {
  all: 'total_users',
  verified: 'verified_emails',
  unverified: 'total_users - verified_emails',
  marketing: 'marketing_opt_ins',
  has_wallet: 'participants',
  no_wallet: 'total_users - participants',
  has_balance: 'with_balance',
  zero_balance: 'total_users - with_balance',
};

async function pageOf(
  db: Database,
  search: UserSearch,
  { matches, list, only, value }: Source,
): Promise<SqlRow[]> {
  const { sort, limit } = search;
  const order = ORDERS[sort];
  const { rows } = await db.query<SqlRow>(
    `with ${matches ?? 'nothing as (select 1)'},
     page as materialized (
       select list.* from ${list}
       where ${only} and ${behindCursor(search)}
       order by ${order.by}
       limit $4
     )
     select ${SHOWN}
     order by ${order.by.replaceAll('list.', 'page.')}`,
    [value, ...readCursor(search), limit],
  );
  return rows;
}

/** SQL: what is shown of those on a `page`. */
const SHOWN = `
  page.user_id, page.opened_commit, page.opened_prepare, page.pending, users.username, users.wallet_address,
  users.email_verified, users.marketing_opt_in, users.total_rewards, users.claimed_rewards, users.level, users.opened_at,
  (select address from vault.email_index as email where email.user_id = page.user_id) as address
  from page join ${LIVE_SCHEMA}.users on users.user_id = page.user_id`;

/** More than anybody pages through, and few enough to be named one by one. */
const FEW = 2_000;

/** Matches of which it is looked whether the filter lets them through, for each that is counted at the most. */
const LOOKED_AT_OF_MATCHES = 20;

/** Rows of the list that are looked at for each row of a page, where many match: of a million, more than one of those. */
const LOOKED_AT = 500;

/** Where a page is taken from: SQL that names the list `list`, and the value that `$1` stands for in it. */
type Source = {
  readonly matches?: string;
  readonly list: string;
  readonly only: string;
  readonly value: string | readonly string[];
};

const LIST = `${LIVE_SCHEMA}.user_list as list`;

/** All of them are taken from the list before they are put in order: Postgres would go through the order for them. */
const byIds = (ids: readonly string[]): Source => ({
  matches: `listed as materialized (select list.* from ${LIST} where list.user_id = any($1::uuid[]))`,
  list: 'listed as list',
  only: 'true',
  value: ids,
});

/** Who matches among the first of the list behind the cursor: each is looked at, in the list's order. */
function amongFirst(search: UserSearch): Source {
  return {
    list: `(
      select list.* from ${LIST}
      where ${behindCursor(search)} order by ${ORDERS[search.sort].by} limit $4 * ${LOOKED_AT}
    ) as list ${matched(search)}`,
    only: 'true',
    value: pattern(search.search),
  };
}

/** Who matches, all of them found before. */
function amongAll(search: UserSearch): Source {
  return {
    matches: `matches as materialized (${matches(search, 'union')})`,
    list: `${LIST} join matches on matches.user_id = list.user_id`,
    only: 'true',
    value: pattern(search.search),
  };
}

const isListed = ({ filter }: UserSearch): string => `not list.removed and ${FILTERS[filter]}`;

const behindCursor = (search: UserSearch): string => `${isListed(search)} and ${isBehind(search)}`;

function isBehind({ sort }: UserSearch): string {
  const { types, after } = ORDERS[sort];
  return `($2::${types[0]} is null or ${after})`;
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

/** @returns the pair behind which the page begins, which are `$2` and `$3` */
function readCursor({ sort, cursor }: UserSearch): readonly [string | null, string | null] {
  if (cursor === undefined) return [null, null];
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
