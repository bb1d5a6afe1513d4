import * as z from 'zod/mini';
import { walletAddressInput } from '../wallet-address.ts';
import { endpoint } from './endpoint.ts';
import { role, user } from './user.ts';

export const walletType = z.enum(['metamask', 'walletconnect', 'coinbase', 'demo']);

export const createChallenge = endpoint({
  method: 'POST',
  path: '/api/wallet/challenge',
  summary: 'Issue the text (EIP-4361) that a wallet signs to sign in; valid for five minutes, once',
  access: 'public',
  request: z.object({ walletAddress: walletAddressInput }),
  response: z.object({ message: z.string(), expiresAt: z.iso.datetime() }),
  command: false,
  carriesRight: true,
});

export const connectWallet = endpoint({
  method: 'POST',
  path: '/api/wallet/connect',
  summary: 'Sign in with a signed challenge; opens the account of a new wallet with the welcome bonus',
  refusals: [401],
  access: 'public',
  request: z.object({
    walletAddress: walletAddressInput,
    walletType,
    signature: z.string().check(z.regex(/^0x[0-9a-fA-F]+$/), z.maxLength(4096)),
    message: z.string().check(z.maxLength(4096)),
    /** What the browser read from the chain: shown, never used. */
    actualEvoBalance: z.optional(z.nullable(z.string().check(z.maxLength(100)))),
    referrerId: z.optional(z.uuid()),
  }),
  response: z.object({
    user,
    isNewUser: z.boolean(),
    /** `waits`: the day's welcome bonuses are given out; the first sign-in on another day that finds room grants it. */
    welcomeBonus: z.enum(['granted', 'granted_before', 'waits']),
    role,
  }),
  command: true,
  carriesRight: true,
});

export const disconnectWallet = endpoint({
  method: 'POST',
  path: '/api/wallet/disconnect',
  summary: 'End the session',
  access: 'public',
  request: undefined,
  response: z.object({ success: z.boolean() }),
  command: false,
});

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in, or null',
  access: 'public',
  request: undefined,
  response: z.object({
    session: z.nullable(
      z.object({ userId: z.uuid(), walletAddress: z.string(), role, expiresAt: z.iso.datetime() }),
    ),
  }),
  command: false,
});
