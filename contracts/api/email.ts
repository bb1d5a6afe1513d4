import * as z from 'zod/mini';
import { emailInput } from '../email.ts';
import { sum } from '../events/event.ts';
import { validation } from '../messages.ts';
import { walletAddressInput } from '../wallet-address.ts';
import { endpoint } from './endpoint.ts';
import { uuidInput } from './uuid-input.ts';

const token = z
  .string(validation.tokenInvalid)
  .check(z.regex(/^[A-Za-z0-9_-]{43}$/, validation.tokenInvalid));

/** An account as people tell it from others. */
const namedAccount = z.object({ username: z.string(), walletAddress: z.nullable(z.string()) });

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
    token,
    /**
     * The `userId` of the account that a person was shown and agreed to. Needed where another account is signed in,
     * which is refused with 409 `AnotherAccount` otherwise; an account that is not the link's is refused always.
     */
    account: z.optional(uuidInput),
  }),
  response: z.object({
    success: z.literal(true),
    user: z.object({ email: z.string(), evoBalance: sum }),
    /** The account that the mailbox belongs to now. */
    account: namedAccount,
    /** What the ledger granted for it. */
    reward: sum,
  }),
  command: true,
  carriesRight: true,
});

/** By POST, so that the token stands in no log of addresses. */
export const readLink = endpoint({
  method: 'POST',
  path: '/api/email/link',
  summary: 'Whose mailbox a verification link verifies, and who is signed in; the link stays as it was',
  access: 'public',
  request: z.object({ token }),
  response: z.object({
    account: z.extend(namedAccount, { userId: z.uuid() }),
    signedInAs: z.nullable(namedAccount),
  }),
  command: false,
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
