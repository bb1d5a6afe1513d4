import { PLATFORMS, type Platform } from '../../../contracts/constants.ts';
import { type Database, LIVE_SCHEMA } from '../../database.ts';
import { arrayParameter, prepared } from '../../prepared.ts';
import { amountFromSql } from '../../sql-amount.ts';

/** An account as its events left it. Amounts are base units. */
export type UserRow = {
  readonly userId: string;
  readonly username: string;
  /** Checksum form. */
  readonly walletAddress: string | null;
  readonly referrerId: string | null;
  readonly totalRewards: bigint;
  readonly claimedRewards: bigint;
  /** totalRewards − claimedRewards, never negative. */
  readonly pendingRewards: bigint;
  readonly level: number;
  readonly openedAt: Date;
  /** Of the last event of the account's stream, from 0. */
  readonly revision: bigint;
  readonly removed: boolean;
  readonly welcomed: boolean;
  /** Why its claims are held; null while they are not. */
  readonly holdReason: string | null;
  /** Whether a platform or its mailbox has ever confirmed who it is, also where what was confirmed is erased by now. */
  readonly proven: boolean;
  /** The address under the account's own key. */
  readonly sealedEmail: string | null;
  readonly emailHash: string | null;
  readonly emailVerified: boolean;
  readonly marketingOptIn: boolean;
  /** Whether it was paid for its mailbox, which happens once, also where that is erased by now. */
  readonly emailRewarded: boolean;
  readonly platforms: Readonly<Record<Platform, PlatformAccount>>;
  /** `<platform>_<taskType>` of the tasks that were verified. */
  readonly tasks: ReadonlySet<VerifiableTask>;
  /** The last day (UTC, `YYYY-MM-DD`) of check-in and the days in a row that ended with it. */
  readonly checkInDay: string | null;
  readonly streak: number;
  readonly whitelistedAt: Date | null;
};

type PlatformAccount = {
  /** In clear text where the first version wrote it. */
  readonly handle: string | null;
  /** Under the account's own key. */
  readonly sealedHandle: string | null;
  /** False while the handle is only typed. */
  readonly confirmed: boolean;
};

const TASKS = [
  'twitter_follow',
  'twitter_like',
  'twitter_retweet',
  'instagram_follow',
  'youtube_subscribe',
] as const;
type VerifiableTask = (typeof TASKS)[number];

export async function findUserById(db: Database, userId: string): Promise<UserRow | undefined> {
  return one(await db.query<UserSqlRow>(BY_ID, [userId]));
}

/** Whom the read models name as the owner of a wallet. */
export type NamedOwner = { readonly userId: string; readonly username: string };

/** In the order of the wallets, whose addresses may be in any case; undefined where nobody is named. */
export async function findOwnersOfWallets(
  db: Database,
  addresses: readonly string[],
): Promise<(NamedOwner | undefined)[]> {
  const wallets = addresses.map((address) => address.toLowerCase());
  const rows = await ownersOf(db, wallets);
  const owners = new Map(rows.map(({ wallet, user_id: userId, username }) => [wallet, { userId, username }]));
  return wallets.map((wallet) => owners.get(wallet));
}

/** Usernames by lower-case wallet, of the wallets that have an account. */
export async function namesOfWallets(
  db: Database,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wallets = addresses.map((address) => address.toLowerCase());
  const rows = await ownersOf(db, wallets);
  return new Map(rows.map(({ wallet, username }) => [wallet, username]));
}

type OwnerRow = { readonly wallet: string; readonly user_id: string; readonly username: string };

/** @param wallets in lower case */
async function ownersOf(db: Database, wallets: readonly string[]): Promise<readonly OwnerRow[]> {
  return (await db.query<OwnerRow>(OWNERS, [wallets])).rows;
}

const PLATFORM_COLUMNS = PLATFORMS.flatMap(
  (platform) => [`${platform}_handle`, `${platform}_sealed_handle`, `${platform}_confirmed`] as const,
);

/** What a query selects of `users` for `userOf`. */
export const USER_COLUMNS = `user_id, username, wallet_address, referrer_id, total_rewards, claimed_rewards, pending_rewards,
         level, opened_at, revision, removed, welcomed, hold_reason, sealed_email, email_hash, email_verified, marketing_opt_in,
         email_rewarded, ${[...PLATFORM_COLUMNS, ...TASKS].join(', ')}, check_in_day::text, streak, whitelisted_at,
         succeeded_at is not null as proven`;

const SELECT = `select ${USER_COLUMNS} from ${LIVE_SCHEMA}.users`;
const BY_ID = prepared(`${SELECT} where user_id = $1`);
const OWNERS = prepared(
  `select lower(wallet_address) as wallet, user_id, username from ${LIVE_SCHEMA}.users
   where lower(wallet_address) = any(${arrayParameter(1, 'text')}::text[])`,
);

export type UserSqlRow = {
  user_id: string;
  username: string;
  wallet_address: string | null;
  referrer_id: string | null;
  total_rewards: string;
  claimed_rewards: string;
  pending_rewards: string;
  level: string;
  opened_at: Date;
  revision: string;
  removed: boolean;
  welcomed: boolean;
  hold_reason: string | null;
  proven: boolean;
  sealed_email: string | null;
  email_hash: string | null;
  email_verified: boolean;
  marketing_opt_in: boolean;
  email_rewarded: boolean;
  check_in_day: string | null;
  streak: string;
  whitelisted_at: Date | null;
} & Record<`${Platform}_handle` | `${Platform}_sealed_handle`, string | null> &
  Record<`${Platform}_confirmed` | VerifiableTask, boolean>;

function one({ rows: [row] }: { rows: UserSqlRow[] }): UserRow | undefined {
  return row && userOf(row);
}

export function userOf(row: UserSqlRow): UserRow {
  return {
    userId: row.user_id,
    username: row.username,
    walletAddress: row.wallet_address,
    referrerId: row.referrer_id,
    totalRewards: amountFromSql(row.total_rewards),
    claimedRewards: amountFromSql(row.claimed_rewards),
    pendingRewards: amountFromSql(row.pending_rewards),
    level: Number(row.level),
    openedAt: row.opened_at,
    revision: BigInt(row.revision),
    removed: row.removed,
    welcomed: row.welcomed,
    holdReason: row.hold_reason,
    proven: row.proven,
    sealedEmail: row.sealed_email,
    emailHash: row.email_hash,
    emailVerified: row.email_verified,
    marketingOptIn: row.marketing_opt_in,
    emailRewarded: row.email_rewarded,
    platforms: {
      twitter: platformOf(row, 'twitter'),
      instagram: platformOf(row, 'instagram'),
      youtube: platformOf(row, 'youtube'),
    },
    tasks: new Set(TASKS.filter((task) => row[task])),
    checkInDay: row.check_in_day,
    streak: Number(row.streak),
    whitelistedAt: row.whitelisted_at,
  };
}

function platformOf(row: UserSqlRow, platform: Platform): PlatformAccount {
  return {
    handle: row[`${platform}_handle`],
    sealedHandle: row[`${platform}_sealed_handle`],
    confirmed: row[`${platform}_confirmed`],
  };
}

/** Names of other accounts that look as the skeleton says, a few of them. */
export async function namesLike(db: Database, skeleton: string, userId: string): Promise<readonly string[]> {
  const { rows } = await db.query<{ username: string }>(
    `select username from ${LIVE_SCHEMA}.users
     where replace(replace(translate(lower(username), '01345789i_', 'oleastbgl'), 'rn', 'm'), 'vv', 'w') = $1
       and user_id <> $2
     limit 10`,
    [skeleton, userId],
  );
  return rows.map(({ username }) => username);
}
