import * as z from 'zod/mini';
import { HEADERS } from '../constants.ts';
import { sum, uuid } from '../events/event.ts';
import { validation } from '../messages.ts';
import { listedAddressInput, walletAddressInput } from '../wallet-address.ts';
import { toSign } from './act-challenge.ts';
import { endpoint } from './endpoint.ts';
import { noAddresses } from './reason-input.ts';
import { uuidInput } from './uuid-input.ts';

/** True: say what would happen, append nothing. */
const dryRun = z.optional(z.boolean());
const reason = z.optional(
  z.string().check(z.trim(), z.minLength(1), z.maxLength(200, validation.reasonTooLong), noAddresses),
);

/** What an act on one account did, or would do. */
const done = z.object({ success: z.literal(true), message: z.string(), dryRun: z.boolean() });

export const removeUser = endpoint({
  method: 'POST',
  path: '/api/admin/remove-user',
  summary: 'Remove an account; its history and its reservations stay',
  access: 'admin',
  request: z.object({ userId: uuidInput, username: z.optional(z.string()), reason, dryRun }),
  response: done,
  command: true,
});

export const removeUsers = endpoint({
  method: 'POST',
  path: '/api/admin/remove-users',
  summary: 'Remove the selected accounts; says of each whether it is removed, by this call or before it',
  access: 'admin',
  request: z.object({ userIds: z.array(uuidInput).check(z.minLength(1), z.maxLength(500)), reason }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    /** Those that were removed before, as by a sending whose answer was lost, are among them. */
    removed: z.int(),
    failed: z.array(z.object({ userId: uuid, message: z.string() })),
  }),
  command: true,
});

export const clearBalance = endpoint({
  method: 'POST',
  path: '/api/admin/clear-balance',
  summary: "Clear an account's App Rewards",
  access: 'admin',
  request: z.object({ userId: uuidInput, reason, dryRun }),
  response: z.extend(done, { amount: sum }),
  command: true,
  headers: { [HEADERS.shownAmount]: 'The `amount` that a dry run named; 409 where it is another one by now' },
});

const massAct = {
  access: 'admin',
  request: z.object({ reason, dryRun }),
  response: z.extend(done, {
    requestId: z.nullable(uuid),
    /** Accounts that it concerns, and what it takes from them, as the read models have it. */
    count: z.int(),
    total: sum,
    /** Of a dry run: the act on all accounts that ended last, by its request; null before the first one. */
    lastAct: z.optional(z.nullable(uuid)),
    toSign,
  }),
  command: true,
  headers: {
    [HEADERS.lastMassAct]:
      'The `lastAct` that a dry run named, or `none`: 409 where another act on all accounts was done since',
  },
} as const;

export const clearAllBalances = endpoint({
  ...massAct,
  method: 'POST',
  path: '/api/admin/clear-all-balances',
  summary: 'Clear the App Rewards of every account',
});

export const resetRewards = endpoint({
  ...massAct,
  method: 'POST',
  path: '/api/admin/reset-rewards',
  summary: 'Set the rewards of every account to zero',
});

const massActKind = z.enum(['clear', 'reset', 'restore']);

export const massActProgress = endpoint({
  method: 'GET',
  path: '/api/admin/mass-act',
  summary: 'How far the mass act under way has got, and what the last one did; null when there is none',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: z.object({
    act: z.nullable(z.object({ requestId: uuid, kind: massActKind, done: z.int(), of: z.int() })),
    ended: z.nullable(z.object({ requestId: uuid, kind: massActKind, count: z.int(), total: sum })),
  }),
  command: false,
});

export const addAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/add-admin',
  summary: 'Give a wallet admin rights, at once',
  access: 'admin',
  request: z.object({
    adminWallet: z.pipe(
      z
        .string(validation.adminWalletRequired)
        .check(z.trim(), z.minLength(1, { error: validation.adminWalletRequired, abort: true })),
      walletAddressInput,
    ),
  }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
});

export const removeAdmin = endpoint({
  method: 'POST',
  path: '/api/admin/remove-admin',
  summary: "Take a wallet's admin rights and end its sessions, at once",
  access: 'superAdmin',
  /** The id of `admin-wallets`: the wallet. */
  request: z.object({ adminId: listedAddressInput }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
});

export const undoAct = endpoint({
  method: 'POST',
  path: '/api/admin/undo',
  summary: 'Undo a sent reward, a clear, a removal or a reset by a compensating event',
  access: 'admin',
  /** The event of the act, as Activity History lists it. */
  request: z.object({ eventId: uuidInput, dryRun }),
  response: z.extend(done, { toSign }),
  command: true,
});
