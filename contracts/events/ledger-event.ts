import type * as z from 'zod/mini';
import { type AccessLogEvent, accessLogEvents } from './access-log.ts';
import { type AccountEvent, accountEvents } from './account.ts';
import { type AdminEvent, adminEvents } from './admins.ts';
import type { EventSchemas } from './event.ts';
import { type FenceEvent, fenceEvents } from './fence.ts';
import { type MassActEvent, massActEvents } from './mass-acts.ts';
import { type PlaylistEvent, playlistEvents } from './playlist.ts';
import { type RaffleEvent, raffleEvents } from './raffle.ts';
import { type RaffleSeedEvent, raffleSeedEvents } from './raffle-seeds.ts';
import { type ReservationEvent, reservationEvents } from './reservation.ts';
import {
  type RewardDayEvent,
  type RewardRequestEvent,
  rewardDayEvents,
  rewardRequestEvents,
} from './rewards-by-hand.ts';
import { type SealEvent, sealEvents } from './seals.ts';

/** Every event that the ledger can hold. */
export type LedgerEvent =
  | AccessLogEvent
  | AccountEvent
  | AdminEvent
  | FenceEvent
  | MassActEvent
  | PlaylistEvent
  | RaffleEvent
  | RaffleSeedEvent
  | ReservationEvent
  | RewardDayEvent
  | RewardRequestEvent
  | SealEvent;
export type LedgerEventType = LedgerEvent['type'];

/** The schema and version of every event type. */
export const eventSchemas: EventSchemas & Record<LedgerEventType, { version: number; data: z.ZodMiniType }> =
  {
    ...accessLogEvents,
    ...accountEvents,
    ...adminEvents,
    ...fenceEvents,
    ...massActEvents,
    ...playlistEvents,
    ...raffleEvents,
    ...raffleSeedEvents,
    ...reservationEvents,
    ...rewardDayEvents,
    ...rewardRequestEvents,
    ...sealEvents,
  };

const TYPES: ReadonlySet<string> = new Set(Object.keys(eventSchemas));

/** The categories of the streams that are one of many: `<category>-<id>`. */
export const STREAM_CATEGORIES = [
  'account',
  'wallet',
  'email',
  'username',
  'social',
  'raffle',
  'access-log',
  'rewards-by-hand',
  'reward-request',
] as const;
export type StreamCategory = (typeof STREAM_CATEGORIES)[number];

/**
 * The streams of which there is one. `program` is the first version's: it is read, and nothing is appended to it any
 * more.
 */
export const SINGLE_STREAMS = [
  'admins',
  'raffle-seeds',
  'mass-acts',
  'playlist',
  'program',
  'seals',
] as const;

/** What the names of the ledger's streams begin with; other streams are not ours. */
export const STREAM_PREFIXES: readonly string[] = [
  ...STREAM_CATEGORIES.map((category) => `${category}-`),
  ...SINGLE_STREAMS,
];

export function streamOf(category: StreamCategory, id: string): string {
  return `${category}-${id}`;
}

/** The category and id of a stream that is one of many, or undefined. */
export function parseStream(stream: string): { category: StreamCategory; id: string } | undefined {
  for (const { category, prefix } of PREFIXES) {
    if (!stream.startsWith(prefix)) continue;
    // One of them is named as a raffle's stream would be.
    return SINGLES.has(stream) ? undefined : { category, id: stream.slice(prefix.length) };
  }
  return undefined;
}

const SINGLES: ReadonlySet<string> = new Set(SINGLE_STREAMS);
const PREFIXES = STREAM_CATEGORIES.map((category) => ({ category, prefix: `${category}-` }));

/** Whether `type` is an event type that this version of the program knows. */
export function isKnownEventType(type: string): type is LedgerEventType {
  return TYPES.has(type);
}
