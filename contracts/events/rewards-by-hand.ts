import * as z from 'zod/mini';
import { amount, type LedgerEventOf, uuid, wallet } from './event.ts';

const reason = z.string().check(z.minLength(1), z.maxLength(200));

/** Which limit of what one admin sends alone a reward is above: of one reward, or of all of a day. */
export const rewardLimit = z.enum(['reward', 'day']);
export type RewardLimit = z.infer<typeof rewardLimit>;

/** Events of `rewards-by-hand-<day>` (UTC, YYYY-MM-DD): what admins send alone on one day, all together. */
export const rewardDayEvents = {
  /**
   * The reward has its place in the day before it is granted; one that is not granted after all keeps it. `limit` is
   * the most of that day, as it was set when this was decided.
   */
  RewardReserved: {
    version: 1,
    data: z.strictObject({ grantId: uuid, userId: uuid, amount, limit: amount }),
  },
} as const;

/**
 * Events of `reward-request-<requestId>`: a reward that one admin asks for and another one approves. The id is the
 * grant's, too.
 */
export const rewardRequestEvents = {
  RewardRequested: {
    version: 1,
    data: z.strictObject({
      userId: uuid,
      amount,
      reason,
      above: rewardLimit,
      requestedBy: wallet,
      /** The admin whom the super admin has named and to whom `requestedBy` owes the right, maybe over others. */
      namedBySuperAdmin: wallet,
      expiresAt: z.iso.datetime(),
    }),
  },
  RewardApproved: { version: 1, data: z.strictObject({ userId: uuid, amount, approvedBy: wallet }) },
  RewardDeclined: { version: 1, data: z.strictObject({ userId: uuid, amount, declinedBy: wallet, reason }) },
} as const;

export type RewardDayEvent = LedgerEventOf<typeof rewardDayEvents>;
export type RewardRequestEvent = LedgerEventOf<typeof rewardRequestEvents>;
