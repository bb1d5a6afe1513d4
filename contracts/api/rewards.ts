import * as z from 'zod/mini';
import { amount } from '../events/event.ts';
import { endpoint } from './endpoint.ts';

/** What a claim did; the same answer for every retry with the same Idempotency-Key. */
export const claimReceipt = z.object({
  claimId: z.uuid(),
  amount,
  pendingBefore: amount,
  pendingAfter: amount,
  claimedAfter: amount,
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
