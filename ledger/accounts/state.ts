import { OrderedMap } from 'immutable';
import type { Platform } from '../../contracts/constants.ts';

/** A platform account as it was last connected. */
export type SocialConnection = {
  readonly handle: string;
  /** Undefined while the handle is only typed: unproven, and worth nothing. */
  readonly platformUserId: string | undefined;
};

export type AccountEmail = {
  readonly emailHash: string;
  readonly verified: boolean;
  readonly marketingOptIn: boolean;
};

/** What decisions about one account need. Amounts are base units. */
export type AccountState = {
  readonly opened: boolean;
  /** A removed account keeps its history and its reservations, and can do nothing. */
  readonly removed: boolean;
  readonly walletAddress: string | undefined;
  readonly referrerId: string | undefined;
  /** Undefined until its owner chooses one. */
  readonly username: string | undefined;
  /** totalRewards: what was granted and not cleared since the last reset. */
  readonly granted: bigint;
  readonly claimed: bigint;
  readonly socials: Readonly<Partial<Record<Platform, SocialConnection>>>;
  /** `<platform>:<taskType>` of every task that was verified. */
  readonly tasks: ReadonlySet<string>;
  readonly email: AccountEmail | undefined;
  /** Whether the rewards of the verified address were granted; without a wallet they wait. */
  readonly emailRewarded: boolean;
  /**
   * What is left of grants by hand: base units by grant id, the newest `REVOCABLE_GRANTS` of those that were neither
   * revoked nor taken by a claim, a clear or a reset. Persistent, because each event makes a new state.
   */
  readonly adminGrants: OrderedMap<string, bigint>;
  /** What the last reset took, until it is given back. */
  readonly lastReset:
    | { readonly resetId: string; readonly total: bigint; readonly claimed: bigint }
    | undefined;
  readonly checkIn: { readonly day: string; readonly streak: number } | undefined;
  readonly whitelisted: boolean;
};

/** Before its first event. */
export const closedAccount: AccountState = {
  opened: false,
  removed: false,
  walletAddress: undefined,
  referrerId: undefined,
  username: undefined,
  granted: 0n,
  claimed: 0n,
  socials: {},
  tasks: new Set(),
  email: undefined,
  emailRewarded: false,
  adminGrants: OrderedMap(),
  lastReset: undefined,
  checkIn: undefined,
  whitelisted: false,
};

/** Grants by hand that an account remembers, so that it stays small however many it gets. */
export const REVOCABLE_GRANTS = 1_000;

/** What can be claimed: totalRewards − claimedRewards. */
export function pendingOf(state: AccountState): bigint {
  return state.granted - state.claimed;
}

export function taskKey(platform: string, taskType: string): string {
  return `${platform}:${taskType}`;
}
