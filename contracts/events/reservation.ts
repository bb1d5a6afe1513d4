import * as z from 'zod/mini';
import { type LedgerEventOf, uuid } from './event.ts';

/** Events of `wallet-<address>`, and of every other stream that makes one value belong to one account. */
export const reservationEvents = {
  Reserved: { version: 1, data: z.strictObject({ userId: uuid }) },
  Released: { version: 1, data: z.strictObject({ userId: uuid }) },
} as const;

export type ReservationEvent = LedgerEventOf<typeof reservationEvents>;
