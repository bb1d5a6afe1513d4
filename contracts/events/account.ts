import * as z from 'zod/mini';
import { PLATFORMS, TASK_TYPES } from '../constants.ts';
import { username } from '../username.ts';
import { type LedgerEventOf, sum, uuid, wallet } from './event.ts';

/** What a grant is for. The account's balance treats all sources alike; statistics and limits do not. */
export const rewardSource = z.enum([
  'welcome',
  'social_connection',
  'social_task',
  'email_signup',
  'email_verification',
  'referral',
  'referral_friend',
  'referral_weekly',
  'referral_commission',
  'streak',
  'raffle',
  'admin',
]);
export type RewardSource = z.infer<typeof rewardSource>;

/**
 * How a platform's word was obtained: `handle` is a name that somebody typed and proves nothing; `oauth` and
 * `message_code` come from the platform; `demo` from the verifier of a local trial.
 */
export const socialMethod = z.enum(['handle', 'oauth', 'message_code', 'demo']);
export type SocialMethod = z.infer<typeof socialMethod>;

const platform = z.enum(PLATFORMS);
const handle = z.string().check(z.minLength(1), z.maxLength(64));
const reason = z.string().check(z.minLength(1), z.maxLength(200));
/** What is sealed under the account's own key (AES-256-GCM): gone with the key, wherever copies of the event are. */
const sealed = z.string().check(z.maxLength(1_000));
/** HMAC-SHA-256 (hex) of the canonical address under the program's own key: tells mailboxes apart, names none. */
const emailHash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/**
 * Events of `account-<userId>`. Version 2 of what moves EVO has sums in the place of single amounts: a claim, a clear and
 * a reset take all that there is, and what was taken is given back by one grant.
 */
export const accountEvents = {
  AccountOpened: {
    version: 1,
    data: z.strictObject({
      source: z.enum(['wallet', 'email']),
      walletAddress: z.optional(wallet),
      referrerId: z.optional(uuid),
    }),
  },
  WalletLinked: { version: 1, data: z.strictObject({ walletAddress: wallet }) },
  /**
   * Version 2 names the use of the name that it rests on: the how many-th `Reserved` of the name's own stream. Version
   * 3 names the use of what the name looks like, too.
   */
  UsernameChanged: {
    version: 3,
    data: z.strictObject({
      username,
      use: z.optional(z.int().check(z.minimum(1))),
      likenessUse: z.optional(z.int().check(z.minimum(1))),
    }),
  },
  RewardGranted: {
    version: 2,
    data: z.strictObject({
      grantId: uuid,
      amount: sum,
      source: rewardSource,
      reason,
      ref: z.optional(z.string().check(z.maxLength(200))),
    }),
  },
  /** The prize of a raffle's place (`ref`) that is not paid to the account, now or ever. */
  PrizeForgone: {
    version: 1,
    data: z.strictObject({
      ref: z.string().check(z.maxLength(200)),
      reason: z.enum(['no_wallet', 'account_removed']),
    }),
  },
  RewardsClaimed: { version: 2, data: z.strictObject({ claimId: uuid, amount: sum }) },
  BalanceCleared: { version: 2, data: z.strictObject({ amount: sum, reason }) },
  RewardsReset: {
    version: 2,
    data: z.strictObject({ resetId: uuid, total: sum, claimed: sum }),
  },
  /** Version 2 seals the handle. In version 1 it stands in clear text, and stays so for whoever has the ledger. */
  SocialConnected: {
    version: 2,
    data: z.strictObject({
      platform,
      /** Only of version 1. */
      handle: z.optional(handle),
      sealedHandle: z.optional(sealed),
      /** HMAC-SHA-256 (hex) of platform and handle under the program's own key. */
      handleHash: z.optional(emailHash),
      /** The platform's own, lasting id of the account; absent while the handle is only typed. */
      platformUserId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
      method: socialMethod,
    }),
  },
  TaskVerified: {
    version: 1,
    data: z.strictObject({
      platform,
      taskType: z.enum(TASK_TYPES),
      tweetId: z.optional(z.string().check(z.maxLength(100))),
      method: socialMethod,
      /** What the platform answered, in words that hold no secret. */
      evidence: z.string().check(z.maxLength(500)),
    }),
  },
  EmailSignedUp: {
    version: 1,
    data: z.strictObject({
      emailHash,
      /** The address. */
      sealedEmail: sealed,
      marketingOptIn: z.boolean(),
    }),
  },
  EmailVerified: { version: 1, data: z.strictObject({ emailHash }) },
  CheckedIn: {
    version: 1,
    data: z.strictObject({
      /** UTC. */
      day: z.iso.date(),
      /** Days in a row up to this one. */
      streak: z.int().check(z.minimum(1)),
    }),
  },
  WhitelistJoined: { version: 1, data: z.strictObject({}) },
  /** Takes a grant back: the compensation of a reward that was sent by mistake. */
  RewardRevoked: { version: 2, data: z.strictObject({ grantId: uuid, amount: sum, reason }) },
  /** Gives back what a reset took. */
  RewardsRestored: {
    version: 2,
    data: z.strictObject({ resetId: uuid, total: sum, claimed: sum }),
  },
  /**
   * Nothing can be claimed until it is released. `holdId` names the hold; `again` the hold whose release this one takes
   * back.
   */
  ClaimsHeld: { version: 1, data: z.strictObject({ holdId: uuid, reason, again: z.optional(uuid) }) },
  ClaimsReleased: { version: 1, data: z.strictObject({ holdId: uuid, reason }) },
  /**
   * The account's keys are deleted, and what was made of its personal data goes: address, handles, chosen name. Its
   * balance and its history stay.
   */
  PersonalDataErased: { version: 1, data: z.strictObject({ reason: z.optional(reason) }) },
  AccountRemoved: { version: 1, data: z.strictObject({ reason }) },
  AccountReinstated: { version: 1, data: z.strictObject({}) },
} as const;

export type AccountEvent = LedgerEventOf<typeof accountEvents>;
