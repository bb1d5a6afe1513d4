import * as z from 'zod/mini';
import { MAX_GRANT } from '../constants.ts';
import { amount, sum } from '../events/event.ts';
import { rewardLimit } from '../events/rewards-by-hand.ts';
import { validation } from '../messages.ts';
import { InvalidAmount, parseEvo } from '../money.ts';
import { walletAddressInput } from '../wallet-address.ts';
import { toSign } from './act-challenge.ts';
import { endpoint } from './endpoint.ts';
import { sentOrAskedAsShown } from './sent-as-shown.ts';

/** The text for a field that is not there, or for one of another type than text. */
function missingOr(input: unknown, otherwise: string): string {
  return input === undefined ? validation.rewardFieldsRequired : otherwise;
}

/** A grant as a person types it (`"10.50"`): positive, at most 18 decimals and `MAX_GRANT`. The output is base units. */
export const amountInput = z.pipe(
  z
    .string({ error: ({ input }) => missingOr(input, validation.rewardAmountInvalid) })
    .check(z.refine((text) => text.trim() !== '', { error: validation.rewardFieldsRequired, abort: true })),
  z.transform((text, ctx) => {
    try {
      const parsed = parseEvo(text.trim());
      if (parsed > 0n && parsed <= parseEvo(MAX_GRANT)) return parsed;
      const message = parsed > 0n ? validation.grantTooLarge : validation.rewardAmountInvalid;
      ctx.issues.push({ code: 'custom', message, input: text });
    } catch (error) {
      if (!(error instanceof InvalidAmount)) throw error;
      ctx.issues.push({
        code: 'custom',
        message: `${validation.rewardAmountInvalid}. ${error.message}.`,
        input: text,
      });
    }
    return z.NEVER;
  }),
);

export const adminRecord = z.object({
  id: z.string(),
  wallet_address: z.string(),
  username: z.optional(z.string()),
  added_by: z.nullable(z.string()),
  is_active: z.boolean(),
  /** True for the super admin, who cannot be removed. */
  isOriginal: z.boolean(),
});
export type AdminRecord = z.infer<typeof adminRecord>;

export const getAdminWallets = endpoint({
  method: 'GET',
  path: '/api/admin/admin-wallets',
  summary: 'The wallets that have admin rights',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: z.object({
    admins: z.array(adminRecord),
    /** How far the read models were before that: whatever is asked for from then on is no older. */
    position: z.optional(z.string()),
  }),
  command: false,
});

export const sendReward = endpoint({
  method: 'POST',
  path: '/api/admin/send-reward',
  summary: 'Grant EVO to the account of a wallet, or ask a second admin where it is above a limit',
  access: 'admin',
  request: z.object({
    walletAddress: z.pipe(
      z
        .string(validation.rewardFieldsRequired)
        .check(z.trim(), z.minLength(1, { error: validation.rewardFieldsRequired, abort: true })),
      walletAddressInput,
    ),
    amount: amountInput,
    reason: z
      .string(validation.rewardFieldsRequired)
      .check(
        z.trim(),
        z.minLength(1, validation.rewardFieldsRequired),
        z.maxLength(200, validation.reasonTooLong),
      ),
    /** True: say what would happen, append nothing. */
    dryRun: z.optional(z.boolean()),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    userId: z.uuid(),
    username: z.string(),
    amount,
    pendingBefore: sum,
    pendingAfter: sum,
    /** The limit above which the reward waits, or would wait, for a second admin; null: it is sent. */
    above: z.nullable(rewardLimit),
    /** Of a dry run: that the same amount was sent to the account, or asked for, not long before. */
    sentBefore: z.optional(z.string()),
    /** Beside it: names that reward, and whether it was one that waits. */
    equalTo: z.optional(z.string()),
    dryRun: z.boolean(),
    toSign,
  }),
  command: true,
  headers: sentOrAskedAsShown,
});
