import * as z from 'zod/mini';
import { sum } from '../events/event.ts';
import { endpoint } from './endpoint.ts';

/** What a claim did; the same answer for every retry with the same Idempotency-Key. */
export const claimReceipt = z.object({
  claimId: z.uuid(),
  amount: sum,
  pendingBefore: sum,
  pendingAfter: sum,
  claimedAfter: sum,
  claimedAt: z.iso.datetime(),
  eventId: z.uuid(),
  ledgerPosition: z.string(),
});
export type ClaimReceipt = z.infer<typeof claimReceipt>;

export const claimRewards = endpoint({
  method: 'POST',
  path: '/api/rewards/claim',
  summary: 'Claim everything that is pending',
  access: 'session',
  request: z.strictObject({}),
  response: z.object({ success: z.literal(true), receipt: claimReceipt }),
  command: true,
});

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/rewards/check-in',
  summary: 'Check in for today (UTC); every seventh day in a row pays more',
  access: 'session',
  request: z.strictObject({}),
  response: z.object({
    success: z.literal(true),
    day: z.iso.date(),
    streak: z.int(),
    reward: sum,
    message: z.string(),
  }),
  command: true,
});

export const joinWhitelist = endpoint({
  method: 'POST',
  path: '/api/whitelist',
  summary: 'Join the whitelist; joining twice is joining once',
  access: 'session',
  request: z.strictObject({}),
  response: z.object({ success: z.literal(true), joined: z.literal(true), message: z.string() }),
  command: true,
});
