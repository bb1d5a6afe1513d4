import * as z from 'zod/mini';
import { type LedgerEventOf, uuid } from './event.ts';

/** Events of `wallet-<address>`, and of every other stream that makes one value belong to one account. */
export const reservationEvents = {
  Reserved: { version: 1, data: z.strictObject({ userId: uuid }) },
  /** The owner has proved to read the mailbox: from here on nobody else can take the address over. */
  Confirmed: { version: 1, data: z.strictObject({ userId: uuid }) },
  /**
   * Version 2 may end one use of the value alone: the how many-th `Reserved` of the stream it began with. The value is
   * free when no use is left, or when it is released without naming one.
   */
  Released: {
    version: 2,
    data: z.strictObject({ userId: uuid, use: z.optional(z.int().check(z.minimum(1))) }),
  },
} as const;

export type ReservationEvent = LedgerEventOf<typeof reservationEvents>;
