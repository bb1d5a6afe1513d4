import * as z from 'zod/mini';
import { MOST_DENIED } from '../constants.ts';
import { type LedgerEventOf, wallet } from './event.ts';

/**
 * Events of `access-log-<day>` (UTC, YYYY-MM-DD): notes, which no decision depends on, so that their number makes
 * nothing slow. The actor stands in the metadata. The first version wrote them to the stream `program`.
 */
export const accessLogEvents = {
  DataExported: {
    version: 1,
    data: z.strictObject({
      kind: z.enum(['emails', 'wallets', 'users', 'activity', 'whitelist']),
      count: z.int().check(z.minimum(0)),
    }),
  },
  /** Somebody with a session asked for what only an admin may do. */
  AccessDenied: { version: 1, data: z.strictObject({ action: z.string().check(z.maxLength(100)) }) },
  /** So many more were refused, too many to note each: `wallets` that were told apart, and those refused most. */
  DenialsCounted: {
    version: 1,
    data: z.strictObject({
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      count: z.int().check(z.minimum(1)),
      wallets: z.int().check(z.minimum(1)),
      most: z
        .array(z.strictObject({ wallet, count: z.int().check(z.minimum(1)) }))
        .check(z.minLength(1), z.maxLength(MOST_DENIED)),
    }),
  },
} as const;

export type AccessLogEvent = LedgerEventOf<typeof accessLogEvents>;
