import type * as z from 'zod/mini';
import { type AccountEvent, accountEvents } from './account.ts';
import type { EventSchemas } from './event.ts';
import { type ReservationEvent, reservationEvents } from './reservation.ts';

/** Every event that the ledger can hold. */
export type LedgerEvent = AccountEvent | ReservationEvent;
export type LedgerEventType = LedgerEvent['type'];

/** The schema and version of every event type. */
export const eventSchemas: EventSchemas & Record<LedgerEventType, { version: number; data: z.ZodMiniType }> =
  {
    ...accountEvents,
    ...reservationEvents,
  };

/** The stream categories of the ledger; a stream is `<category>-<id>`. Other streams are not ours. */
export const STREAM_CATEGORIES = ['account', 'wallet', 'email', 'username', 'social'] as const;
export type StreamCategory = (typeof STREAM_CATEGORIES)[number];

export function streamOf(category: StreamCategory, id: string): string {
  return `${category}-${id}`;
}

/** The category and id of a stream name, or undefined when the stream is not one of the ledger's. */
export function parseStream(stream: string): { category: StreamCategory; id: string } | undefined {
  const category = STREAM_CATEGORIES.find((name) => stream.startsWith(`${name}-`));
  return category && { category, id: stream.slice(category.length + 1) };
}

/** Whether `type` is an event type that this version of the program knows. */
export function isKnownEventType(type: string): type is LedgerEventType {
  return Object.hasOwn(eventSchemas, type);
}
