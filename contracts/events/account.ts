import * as z from 'zod/mini';
import { amount, type LedgerEventOf, uuid, wallet } from './event.ts';

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

/** Events of `account-<userId>`. */
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
  RewardGranted: {
    version: 1,
    data: z.strictObject({
      grantId: uuid,
      amount,
      source: rewardSource,
      reason: z.string().check(z.minLength(1), z.maxLength(200)),
      ref: z.optional(z.string().check(z.maxLength(200))),
    }),
  },
  RewardsClaimed: { version: 1, data: z.strictObject({ claimId: uuid, amount }) },
} as const;

export type AccountEvent = LedgerEventOf<typeof accountEvents>;
