import { Set as PersistentSet } from 'immutable';
import type { Platform } from '../../contracts/constants.ts';
import { GrowingMap } from '../growing-map.ts';
import type { HandGrants } from './hand-grants.ts';

/** A platform account as it was last connected. */
export type SocialConnection = {
  /** In clear text, as the first version wrote it. */
  readonly handle?: string;
  /** Under the account's own key; neither is there once it was erased. */
  readonly sealedHandle?: string;
  readonly handleHash?: string;
  /** Undefined while the handle is only typed: unproven, and worth nothing. */
  readonly platformUserId: string | undefined;
};

export type AccountEmail = {
  readonly emailHash: string;
  /** The address under the account's own key. */
  readonly sealedEmail: string;
  readonly verified: boolean;
  readonly marketingOptIn: boolean;
};

/** What decisions about one account need. Amounts are base units. */
export type AccountState = {
  readonly opened: boolean;
  /** A removed account keeps its history and its reservations, and can do nothing. */
  readonly removed: boolean;
  /** Removed in favour of a wallet's account that has proved to read the same mailbox. */
  readonly merged: boolean;
  /** Whether it was ever let in again. */
  readonly reinstated: boolean;
  /** Its personal data were erased, and nothing of the kind has come since. */
  readonly erased: boolean;
  /** How often they were erased: what was sealed before the last time opens no more. */
  readonly erasures: number;
  /** Whether somebody else had confirmed who it is before its personal data were erased. */
  readonly wasProven: boolean;
  /**
   * Tells the first mailbox again that it had verified and erased (`erasedMailboxOf`). The first version, which knew no
   * erasure, did not confirm a mailbox on its own stream: whose it was is known here alone.
   */
  readonly erasedMailbox: string | undefined;
  readonly walletAddress: string | undefined;
  readonly referrerId: string | undefined;
  /** Undefined until its owner chooses one. */
  readonly username: string | undefined;
  /** Of the name's reservation; undefined where the account's name is the one it was opened with, or an old one. */
  readonly usernameUse: number | undefined;
  /** Of the reservation of what the name looks like; undefined for names that were chosen before there was one. */
  readonly likenessUse: number | undefined;
  /** totalRewards: what was granted and not cleared since the last reset. */
  readonly granted: bigint;
  /** The most that it ever was. */
  readonly mostGranted: bigint;
  readonly claimed: bigint;
  /** Whether the welcome bonus was granted, which happens once in an account's life. */
  readonly welcomed: boolean;
  /** The last hold of the account's claims, and whether it goes on. */
  readonly hold: { readonly holdId: string; readonly goesOn: boolean } | undefined;
  readonly socials: Readonly<Partial<Record<Platform, SocialConnection>>>;
  /** `<platform>:<taskType>` of every task that was verified. */
  readonly tasks: ReadonlySet<string>;
  readonly email: AccountEmail | undefined;
  /** Whether the rewards of the verified address were granted; without a wallet they wait. */
  readonly emailRewarded: boolean;
  /**
   * What is left of grants by hand: the newest `REVOCABLE_GRANTS` of those that were neither revoked nor taken, whole or in
   * part, by a claim, a clear or a reset.
   */
  readonly adminGrants: HandGrants;
  /** What the last reset took, until it is given back. */
  readonly lastReset:
    | { readonly resetId: string; readonly total: bigint; readonly claimed: bigint }
    | undefined;
  /** What was granted for one thing that may be paid once whoever asks, by the `ref` of the grant. */
  readonly paidOnce: PersistentSet<string>;
  /** How often the account was reset, restored resets included. */
  readonly resets: number;
  readonly checkIn: { readonly day: string; readonly streak: number } | undefined;
  readonly whitelisted: boolean;
  /** Names the first act that somebody else than the user has confirmed, which happens once in an account's life. */
  readonly firstAct: string | undefined;
};

/** Before its first event. */
export const closedAccount: AccountState = {
  opened: false,
  removed: false,
  merged: false,
  reinstated: false,
  erased: false,
  erasures: 0,
  wasProven: false,
  erasedMailbox: undefined,
  walletAddress: undefined,
  referrerId: undefined,
  username: undefined,
  usernameUse: undefined,
  likenessUse: undefined,
  granted: 0n,
  mostGranted: 0n,
  claimed: 0n,
  welcomed: false,
  hold: undefined,
  socials: {},
  tasks: new Set(),
  email: undefined,
  emailRewarded: false,
  adminGrants: GrowingMap.of(),
  lastReset: undefined,
  paidOnce: PersistentSet(),
  resets: 0,
  checkIn: undefined,
  whitelisted: false,
  firstAct: undefined,
};

/** Grants by hand that an account remembers, so that it stays small however many it gets. */
export const REVOCABLE_GRANTS = 1_000;

/** What can be claimed: totalRewards − claimedRewards. */
export function pendingOf(state: AccountState): bigint {
  return state.granted - state.claimed;
}

/** Whether somebody else than the user has confirmed who it is: the mailbox, or a platform. */
export function hasProvenIdentity({ email, socials, wasProven }: AccountState): boolean {
  if (wasProven || email?.verified) return true;
  return Object.values(socials).some((social) => social.platformUserId !== undefined);
}

export function taskKey(platform: string, taskType: string): string {
  return `${platform}:${taskType}`;
}
