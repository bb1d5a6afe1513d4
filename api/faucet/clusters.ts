import { type ClusterKind, SMALLEST_CLUSTER } from '../../contracts/api/admin-clusters.ts';
import { type Database, LIVE_SCHEMA } from '../../projector/database.ts';
import { amountFromSql } from '../../projector/sql-amount.ts';

/** Amounts are base units. */
export type ClusterRow = {
  readonly key: string;
  readonly size: number;
  readonly idle: number;
  readonly held: number;
  readonly pending: bigint;
  readonly claimed: bigint;
  readonly firstOpenedAt: Date;
  readonly lastOpenedAt: Date;
  /** Of the referrer that the cluster has in common. */
  readonly referrer: string | null;
};

export type ClusterPlace = { readonly size: number; readonly key: string };

/** Has done nothing but claim: no platform, no mailbox, no check-in, no whitelist. */
const IDLE = `(users.active_at is null and users.succeeded_at is null and users.check_in_day is null
  and users.whitelisted_at is null and users.email_hash is null)`;

type Kind = {
  /** What the accounts of one cluster have in common: of few bytes, since all accounts are counted by it. */
  readonly common: string;
  /** The same as text, whose order is the same. */
  readonly key: (common: string) => string;
  readonly from?: string;
  /** Which accounts are in any cluster of the kind. */
  readonly where: string;
  /** Which are in the cluster of a key, or of what its accounts have in common; by an index. */
  readonly member: (common: string) => string;
  /** SQL of what the accounts of a key have in common. */
  readonly commonOf: (key: string) => string;
};

/** The openings stand by the lower-case wallet, as the index of the accounts does. */
const OPENINGS = 'join faucet.openings as opening on opening.wallet = lower(users.wallet_address)';

/** Minutes and days in UTC, which have as many seconds whatever the time zone of a session. */
const inTime = (length: '1 minute' | '24 hours', form: string) => ({
  common: `date_bin('${length}', users.opened_at, 'epoch')`,
  key: (common: string) => `to_char(${common} at time zone 'utc', '${form}')`,
  member: (common: string) =>
    `users.opened_at >= ${common} and users.opened_at < ${common} + interval '${length}'`,
  commonOf: (key: string) => `(${key}::timestamp at time zone 'utc')`,
});

const KINDS: Readonly<Record<ClusterKind, Kind>> = {
  network: {
    common: 'opening.network',
    key: (network) => `encode(${network}, 'hex')`,
    from: OPENINGS,
    where: 'true',
    member: (network) => `opening.network = ${network}`,
    commonOf: (key) => `decode(${key}, 'hex')`,
  },
  minute: { ...inTime('1 minute', 'YYYY-MM-DD HH24:MI'), where: 'true' },
  referrer: {
    common: 'users.referrer_id',
    key: (referrer) => `${referrer}::text`,
    where: 'users.referrer_id is not null',
    member: (referrer) => `users.referrer_id = ${referrer}`,
    commonOf: (key) => `${key}::uuid`,
  },
  idle: { ...inTime('24 hours', 'YYYY-MM-DD'), where: IDLE },
  held: {
    common: `'all'`,
    key: (all) => all,
    where: 'users.hold_reason is not null',
    member: (all) => `${all} = 'all'`,
    commonOf: (key) => key,
  },
};

/** What a key of each kind looks like; another one is of no cluster. */
const KEYS: Readonly<Record<ClusterKind, RegExp>> = {
  network: /^[0-9a-f]{64}$/,
  minute: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):[0-5]\d$/,
  referrer: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  idle: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  held: /^all$/,
};

/**
 * The largest first. Removed accounts and those without a wallet are in none. Accounts are counted first, and no more is
 * looked at of a cluster than of those that are told: of a million accounts there may be as many minutes.
 */
export async function listClusters(
  db: Database,
  kind: ClusterKind,
  { after, limit }: { readonly after?: ClusterPlace | undefined; readonly limit: number },
): Promise<ClusterRow[]> {
  const { common, key, from = '', where, member } = KINDS[kind];
  const least = kind === 'held' ? 1 : SMALLEST_CLUSTER;
  const accounts = `${LIVE_SCHEMA}.users ${from}
       where not users.removed and users.wallet_address is not null and ${where}`;
  const { rows } = await db.query<SqlCluster>(
    `with cluster as materialized (
       select ${common} as common, count(*) as size
       from ${accounts}
       group by 1
       having count(*) >= $1 and ($2::bigint is null or (count(*), ${key(common)}) < ($2, $3))
       order by count(*) desc, 1 desc
       limit $4)
     select ${key('cluster.common')} as key, cluster.size, sums.*, referrer.username as referrer
     from cluster
     cross join lateral (
       select count(*) filter (where ${IDLE}) as idle, count(users.hold_reason) as held,
         sum(users.pending_rewards) as pending, sum(users.claimed_rewards) as claimed,
         min(users.opened_at) as first, max(users.opened_at) as last
       from ${accounts} and ${member('cluster.common')}
     ) as sums
     left join ${LIVE_SCHEMA}.users as referrer
       on ${kind === 'referrer' ? 'referrer.user_id = cluster.common' : 'false'}
     order by cluster.size desc, cluster.common desc`,
    [least, after?.size ?? null, after?.key ?? null, limit],
  );
  return rows.map((row) => ({
    key: row.key,
    size: Number(row.size),
    idle: Number(row.idle),
    held: Number(row.held),
    pending: amountFromSql(row.pending),
    claimed: amountFromSql(row.claimed),
    firstOpenedAt: row.first,
    lastOpenedAt: row.last,
    referrer: row.referrer,
  }));
}

/** Amounts are base units. */
export type ClusterMember = {
  readonly userId: string;
  readonly username: string;
  readonly walletAddress: string | null;
  readonly openedAt: Date;
  readonly pending: bigint;
  readonly claimed: bigint;
  readonly isIdle: boolean;
  readonly holdReason: string | null;
};

export type MemberPlace = { readonly openedAt: string; readonly userId: string };

/** The oldest first; undefined when no cluster of the kind can have such a key. */
export async function listMembers(
  db: Database,
  { kind, key }: { readonly kind: ClusterKind; readonly key: string },
  { after, limit }: { readonly after?: MemberPlace | undefined; readonly limit: number },
): Promise<ClusterMember[] | undefined> {
  if (!KEYS[kind].test(key) || !isRealTime(kind, key)) return undefined;
  const { from = '', where, member, commonOf } = KINDS[kind];
  const { rows } = await db.query<SqlMember>(
    `select users.user_id, users.username, users.wallet_address, users.opened_at, users.pending_rewards,
       users.claimed_rewards, users.hold_reason, ${IDLE} as idle
     from ${LIVE_SCHEMA}.users ${from}
     where not users.removed and users.wallet_address is not null and ${where} and ${member(commonOf('$1'))}
       and ($2::timestamptz is null or (users.opened_at, users.user_id) > ($2, $3::uuid))
     order by users.opened_at, users.user_id
     limit $4`,
    [key, after?.openedAt ?? null, after?.userId ?? null, limit],
  );
  return rows.map((row) => ({
    userId: row.user_id,
    username: row.username,
    walletAddress: row.wallet_address,
    openedAt: row.opened_at,
    pending: amountFromSql(row.pending_rewards),
    claimed: amountFromSql(row.claimed_rewards),
    isIdle: row.idle,
    holdReason: row.hold_reason,
  }));
}

/** Whether a key that names a day names one that there is; Postgres knows no year 0. */
function isRealTime(kind: ClusterKind, key: string): boolean {
  if (kind !== 'minute' && kind !== 'idle') return true;
  const day = key.slice(0, 10);
  if (day.startsWith('0000')) return false;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

/** Accounts with a wallet that have not got their welcome bonus. */
export async function countUnwelcomed(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from ${LIVE_SCHEMA}.users
     where not welcomed and not removed and wallet_address is not null`,
  );
  return Number(rows[0]?.count ?? 0);
}

type SqlCluster = {
  key: string;
  size: string;
  idle: string;
  held: string;
  pending: string;
  claimed: string;
  first: Date;
  last: Date;
  referrer: string | null;
};

type SqlMember = {
  user_id: string;
  username: string;
  wallet_address: string | null;
  opened_at: Date;
  pending_rewards: string;
  claimed_rewards: string;
  hold_reason: string | null;
  idle: boolean;
};
