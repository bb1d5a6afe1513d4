import type { Platform } from '../../../contracts/constants.ts';
import { defaultUsername } from '../../../contracts/username.ts';
import type { Database } from '../../database.ts';
import { sqlText } from '../../database.ts';
import { ProjectionFault } from '../../faults.ts';
import { accountOf, type RecordedEvent } from '../read-model.ts';
import { NO_TOTALS, totalsAfter } from '../totals.ts';

/** A row of `users` without its generated columns. Amounts are base units, times RFC 3339, days `YYYY-MM-DD`. */
export type UserState = {
  readonly user_id: string;
  readonly revision: bigint;
  readonly username: string;
  readonly wallet_address: string | null;
  readonly referrer_id: string | null;
  readonly total_rewards: bigint;
  readonly claimed_rewards: bigint;
  readonly opened_at: string;
  readonly removed: boolean;
  readonly welcomed: boolean;
  readonly hold_reason: string | null;
  readonly email_hash: string | null;
  readonly sealed_email: string | null;
  readonly email_verified: boolean;
  readonly marketing_opt_in: boolean;
  readonly email_rewarded: boolean;
  readonly twitter_follow: boolean;
  readonly twitter_like: boolean;
  readonly twitter_retweet: boolean;
  readonly instagram_follow: boolean;
  readonly youtube_subscribe: boolean;
  readonly check_in_day: string | null;
  readonly streak: bigint;
  readonly whitelisted_at: string | null;
  readonly succeeded_at: string | null;
  readonly active_at: string | null;
  readonly changed_on: string | null;
} & { readonly [Column in `${Platform}_handle` | `${Platform}_sealed_handle`]: string | null } & {
  readonly [Column in `${Platform}_confirmed`]: boolean;
};

/** One event of an account, with the account before and after it. */
export type AccountStep = {
  readonly event: RecordedEvent;
  readonly userId: string;
  /** Undefined before its first event. */
  readonly before: UserState | undefined;
  readonly after: UserState;
};

/** A room that follows from how accounts change. */
export type AccountModel = {
  readonly schema: string;
  /** `steps` are in the order of the ledger, each once. */
  readonly apply: (db: Database, steps: readonly AccountStep[]) => Promise<void>;
};

/**
 * How a batch changes the accounts that it touches.
 * @throws ProjectionFault when an account is used before it is opened, opened twice, or claims more than it has
 */
export function foldAccounts(
  known: ReadonlyMap<string, UserState>,
  batch: readonly RecordedEvent[],
): AccountStep[] {
  const current = new Map(known);
  const steps: AccountStep[] = [];
  for (const event of batch) {
    const userId = accountOf(event);
    if (!userId) continue;
    const before = current.get(userId);
    // The first place of a stream that never held an account, taken from an act that found none.
    if (!before && event.type === 'RevisionTaken') continue;
    const after = evolve(before, event, userId);
    if (after.claimed_rewards > after.total_rewards) {
      throw new ProjectionFault(`${at(event)}: the account claims more than it has`);
    }
    current.set(userId, after);
    steps.push({ event, userId, before, after });
  }
  return steps;
}

/** From before the first step of each account to after its last. */
export function netChanges(
  steps: readonly AccountStep[],
): Map<string, { readonly before: UserState | undefined; readonly after: UserState }> {
  const changes = new Map<string, { before: UserState | undefined; after: UserState }>();
  for (const { userId, before, after } of steps) {
    const known = changes.get(userId);
    if (known) known.after = after;
    else changes.set(userId, { before, after });
  }
  return changes;
}

/** Whether the account has a place on the leaderboard. */
export function isOnBoard(user: UserState | undefined): user is UserState {
  return user !== undefined && !user.removed && user.wallet_address !== null;
}

function evolve(before: UserState | undefined, event: RecordedEvent, userId: string): UserState {
  if (event.type === 'AccountOpened') {
    if (before) throw new ProjectionFault(`${at(event)}: the account is open already`);
    return {
      ...NEW_ACCOUNT,
      user_id: userId,
      revision: event.revision,
      username: defaultUsername(userId),
      wallet_address: event.data.walletAddress ?? null,
      referrer_id: event.data.referrerId ?? null,
      opened_at: event.metadata.occurredAt,
    };
  }
  if (!before) throw new ProjectionFault(`${at(event)}: the account is not open`);
  return withTotals({ ...before, ...changesBy(event, before), revision: event.revision }, event);
}

/** What an event changes beside the totals. */
function changesBy(event: RecordedEvent, user: UserState): Partial<UserState> {
  const { occurredAt } = event.metadata;
  const act = { succeeded_at: user.succeeded_at ?? occurredAt, active_at: occurredAt };
  switch (event.type) {
    case 'WalletLinked':
      return { wallet_address: event.data.walletAddress };
    case 'UsernameChanged':
      return { username: event.data.username };
    case 'SocialConnected': {
      const { platform, handle, sealedHandle, platformUserId } = event.data;
      const connection = {
        [`${platform}_handle`]: handle === undefined ? null : sqlText(handle),
        [`${platform}_sealed_handle`]: sealedHandle === undefined ? null : sqlText(sealedHandle),
        [`${platform}_confirmed`]: platformUserId !== undefined,
      };
      return platformUserId === undefined ? connection : { ...connection, ...act };
    }
    case 'TaskVerified':
      return { [`${event.data.platform}_${event.data.taskType}`]: true, ...act };
    case 'EmailSignedUp': {
      const { emailHash, sealedEmail, marketingOptIn } = event.data;
      return {
        email_hash: emailHash,
        sealed_email: sqlText(sealedEmail),
        email_verified: false,
        marketing_opt_in: marketingOptIn,
      };
    }
    case 'EmailVerified':
      return { email_verified: true, ...act };
    case 'CheckedIn':
      return {
        check_in_day: event.data.day,
        streak: BigInt(event.data.streak),
        active_at: occurredAt,
      };
    case 'RewardGranted':
      if (event.data.source === 'email_verification') return { email_rewarded: true };
      return event.data.source === 'welcome' ? { welcomed: true } : {};
    case 'ClaimsHeld':
      return { hold_reason: sqlText(event.data.reason) };
    case 'ClaimsReleased':
      return { hold_reason: null };
    case 'WhitelistJoined':
      return { whitelisted_at: occurredAt };
    case 'PersonalDataErased':
      return { ...NOTHING_PERSONAL, username: defaultUsername(user.user_id) };
    case 'AccountRemoved':
      return { removed: true };
    case 'AccountReinstated':
      return { removed: false };
    default:
      return {};
  }
}

function withTotals(user: UserState, event: RecordedEvent): UserState {
  const before = { totalRewards: user.total_rewards, claimedRewards: user.claimed_rewards };
  const { totalRewards, claimedRewards } = totalsAfter(before, event);
  if (totalRewards === before.totalRewards && claimedRewards === before.claimedRewards) return user;
  const day = event.metadata.occurredAt.slice(0, 10);
  return {
    ...user,
    total_rewards: totalRewards,
    claimed_rewards: claimedRewards,
    // Clocks of two replicas may differ around midnight; the ledger's order counts.
    changed_on: user.changed_on !== null && user.changed_on > day ? user.changed_on : day,
  };
}

function at(event: RecordedEvent): string {
  return `${event.type} at ${event.stream}#${event.revision}`;
}

/** That a platform has confirmed an account stays known: it is paid for once. */
const NOTHING_PERSONAL = {
  email_hash: null,
  sealed_email: null,
  email_verified: false,
  marketing_opt_in: false,
  twitter_handle: null,
  twitter_sealed_handle: null,
  instagram_handle: null,
  instagram_sealed_handle: null,
  youtube_handle: null,
  youtube_sealed_handle: null,
} as const;

const NEW_ACCOUNT = {
  total_rewards: NO_TOTALS.totalRewards,
  claimed_rewards: NO_TOTALS.claimedRewards,
  removed: false,
  welcomed: false,
  hold_reason: null,
  ...NOTHING_PERSONAL,
  email_rewarded: false,
  twitter_confirmed: false,
  instagram_confirmed: false,
  youtube_confirmed: false,
  twitter_follow: false,
  twitter_like: false,
  twitter_retweet: false,
  instagram_follow: false,
  youtube_subscribe: false,
  check_in_day: null,
  streak: 0n,
  whitelisted_at: null,
  succeeded_at: null,
  active_at: null,
  changed_on: null,
} as const;
