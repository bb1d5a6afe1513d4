import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  eventTypeFilter,
  type Position,
  type ReadRevision,
  type ResolvedEvent,
  type StreamSubscription,
  streamNameFilter,
} from '@eventstore/db-client';
import { comparePositions } from '../../contracts/ledger-position.ts';
import type { TraceFilter, TraceOperation } from './trace.ts';

type Subscribe = Extract<TraceOperation, { op: 'subscribe' }>;
type Resolved = ResolvedEvent | AllStreamResolvedEvent;

export type Followed = {
  /** When it has caught up for the first time, or is over before. */
  readonly caughtUp: Promise<void>;
  /** The events that came since it was asked the last time. */
  taken(): Resolved[];
  /** When so many milliseconds have passed without anything. */
  quiet(milliseconds: number): Promise<void>;
  /** Ends it; how often it had caught up, and what it failed with. */
  stop(): Promise<{ caughtUp: number; error: unknown }>;
};

/** A subscription of a trace. Throws, at its end, when a checkpoint was ahead of an event that came later. */
export function followed(client: EventStoreDBClient, op: Subscribe, from: Position | ReadRevision): Followed {
  let events: Resolved[] = [];
  let count = 0;
  let error: unknown;
  let last = Date.now();
  let furthest: Position = { commit: -1n, prepare: -1n };
  const first = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const subscription: StreamSubscription | AllStreamSubscription = open(client, op, from, (position) => {
    if (comparePositions(position, furthest) > 0) furthest = position;
  });
  // Both emit these with the same arguments.
  const emitter = subscription as StreamSubscription;
  emitter.on('data', (event) => {
    last = Date.now();
    events.push(event);
    const position = (event.link ?? event.event)?.position;
    if (position && furthest.commit !== BEFORE_ALL && comparePositions(furthest, position) >= 0) {
      error ??= new Error(`The checkpoint ${furthest.commit} came before the event at ${position.commit}.`);
    }
  });
  emitter.on('caughtUp', () => {
    last = Date.now();
    count++;
    first.resolve();
  });
  emitter.on('error', (cause) => {
    error ??= cause;
    first.resolve();
    over.resolve();
  });
  emitter.on('end', () => {
    first.resolve();
    over.resolve();
  });
  return {
    caughtUp: first.promise,
    taken: () => {
      const taken = events;
      events = [];
      return taken;
    },
    quiet: async (milliseconds) => {
      last = Date.now();
      for (let left = milliseconds; left > 0; left = last + milliseconds - Date.now()) {
        await new Promise((resolve) => setTimeout(resolve, left));
      }
    },
    stop: async () => {
      // Rejects when the server has ended it before.
      await subscription.unsubscribe().catch(() => undefined);
      return { caughtUp: count, error };
    },
  };
}

/** The checkpoint of a subscription from the start that has met no match: -1 in all of its 64 bits. */
const BEFORE_ALL = 2n ** 64n - 1n;

function open(
  client: EventStoreDBClient,
  { stream, filter, resolve }: Subscribe,
  from: Position | ReadRevision,
  onCheckpoint: (position: Position) => void,
): StreamSubscription | AllStreamSubscription {
  if (stream !== undefined) {
    // A subscription to a stream begins at a revision.
    return client.subscribeToStream(stream, { fromRevision: from as ReadRevision, resolveLinkTos: resolve });
  }
  return client.subscribeToAll({
    // One to $all at a position.
    fromPosition: from as Position,
    resolveLinkTos: resolve,
    ...(filter && { filter: asked(filter, onCheckpoint) }),
  });
}

function asked(filter: TraceFilter, onCheckpoint: (position: Position) => void) {
  const options = {
    ...(filter.interval !== undefined && { checkpointInterval: filter.interval }),
    ...(filter.window !== undefined && { maxSearchWindow: filter.window }),
    checkpointReached: async (_subscription: unknown, position: Position) => onCheckpoint(position),
  };
  const { regex, prefixes = [] } = filter;
  const make = filter.on === 'stream' ? streamNameFilter : eventTypeFilter;
  return regex === undefined ? make({ ...options, prefixes }) : make({ ...options, regex });
}
