import * as z from 'zod/mini';
import { amount, sum, uuid } from '../events/event.ts';
import { rewardLimit } from '../events/rewards-by-hand.ts';
import { validation } from '../messages.ts';
import { toSign } from './act-challenge.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';
import { noAddresses } from './reason-input.ts';
import { sentAsShown } from './sent-as-shown.ts';
import { uuidInput } from './uuid-input.ts';

/** A reward that one admin asks for. `expired`: nobody decided in time. */
export const rewardRequest = z.object({
  id: uuid,
  userId: uuid,
  username: z.string(),
  walletAddress: z.nullable(z.string()),
  amount,
  reason: z.string(),
  above: rewardLimit,
  state: z.enum(['open', 'approved', 'declined', 'expired']),
  /** Set where it is approved and nothing was granted: the account refuses it, or its turn has not come yet. */
  unpaid: z.optional(z.literal(true)),
  /** Set beside it where an admin has decided that nothing will be. */
  dismissed: z.optional(z.literal(true)),
  requestedBy: z.string(),
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** Who approved or declined, when, and why it was declined; null before. */
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  declinedFor: z.nullable(z.string()),
});
export type RewardRequest = z.infer<typeof rewardRequest>;

export const listRewardRequests = endpoint({
  method: 'GET',
  path: '/api/admin/reward-requests',
  summary: 'Rewards that need or needed a second admin, newest first, a page at a time',
  access: 'admin',
  forAuditors: true,
  request: z.object({
    /** `open`: those that can still be approved; `over`: the others. */
    state: z.enum(['open', 'over']),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimit,
  }),
  response: z.object({ requests: z.array(rewardRequest), nextCursor: z.nullable(z.string()) }),
  command: false,
});

export const approveReward = endpoint({
  method: 'POST',
  path: '/api/admin/reward-requests/approve',
  summary: 'Approve a reward that another admin asks for; it is granted once',
  access: 'admin',
  request: z.object({ requestId: uuidInput, dryRun: z.optional(z.boolean()) }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    username: z.string(),
    amount,
    pendingBefore: sum,
    pendingAfter: sum,
    /** Why nothing was granted though the approval stands; not there where it was. */
    unpaid: z.optional(z.string()),
    /** Of a dry run: that the same amount was sent to the account, or is asked for beside this one. */
    sentBefore: z.optional(z.string()),
    /** Beside it: names that reward, and whether it was one that waits. */
    equalTo: z.optional(z.string()),
    dryRun: z.boolean(),
    toSign,
  }),
  command: true,
  headers: sentAsShown,
});

export const declineReward = endpoint({
  method: 'POST',
  path: '/api/admin/reward-requests/decline',
  summary: 'Decline a reward that waits for a second admin; whoever asked withdraws it so',
  access: 'admin',
  request: z.object({
    requestId: uuidInput,
    reason: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(200, validation.reasonTooLong), noAddresses),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
});
