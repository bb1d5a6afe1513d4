import * as z from 'zod/mini';
import { emailInput } from '../email.ts';
import { sum } from '../events/event.ts';
import { validation } from '../messages.ts';
import { walletAddressInput } from '../wallet-address.ts';
import { endpoint } from './endpoint.ts';

export const signUpEmail = endpoint({
  method: 'POST',
  path: '/api/email/signup',
  summary: 'Sign an address up; the answer is the same whether the address is known or not',
  // A wallet that is named must be the session's.
  refusals: [401],
  access: 'public',
  request: z.object({
    email: emailInput,
    /** The session's own wallet, or nothing. */
    walletAddress: z.optional(z.nullable(walletAddressInput)),
    marketingOptIn: z.optional(z.boolean()),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
});

export const resendEmail = endpoint({
  method: 'POST',
  path: '/api/email/resend',
  summary: 'Send the verification link again; the answer is the same whether the address is known or not',
  access: 'public',
  request: z.object({ email: emailInput }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: false,
});

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/email/verify',
  summary: 'Use up the token of a verification link',
  access: 'public',
  request: z.object({
    token: z.string(validation.tokenInvalid).check(z.regex(/^[A-Za-z0-9_-]{43}$/, validation.tokenInvalid)),
  }),
  response: z.object({
    success: z.literal(true),
    user: z.object({ email: z.string(), evoBalance: sum }),
    /** What the ledger granted for it. */
    reward: sum,
  }),
  command: true,
  carriesRight: true,
});

/** Exists only on a local trial, where mails go nowhere else. */
export const getDevOutbox = endpoint({
  method: 'GET',
  path: '/api/dev/outbox',
  summary: 'The mails of a local trial, newest first; absent in any deployment',
  access: 'public',
  request: undefined,
  response: z.object({
    messages: z.array(
      z.object({
        id: z.string(),
        from: z.string(),
        to: z.array(z.string()),
        subject: z.string(),
        text: z.string(),
        html: z.string(),
        receivedAt: z.iso.datetime(),
      }),
    ),
  }),
  command: false,
});
