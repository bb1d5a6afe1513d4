import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  EventStoreDBClient,
  FORWARDS,
  type JSONRecordedEvent,
  jsonEvent,
  NO_STREAM,
  START,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { STREAM_PREFIXES } from '../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../contracts/ledger-position.ts';
import { LedgerCorrupt } from './domain-error.ts';
import type { EnvelopedEvent, StoredEvent } from './envelope.ts';
import { upcast } from './upcast.ts';

/** What the event store said to an append. `unknown` is everything that is neither a yes nor a no. */
export type AppendOutcome =
  | { readonly kind: 'appended'; readonly position: LedgerPosition }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'unknown'; readonly cause: unknown };

/** The ledger's event store: EventStoreDB, or the embedded node that speaks its protocol. */
export type EventStore = {
  /** `expected` is the revision of the stream's last event, undefined for a stream that must not exist. */
  append(
    stream: string,
    events: readonly EnvelopedEvent[],
    expected: bigint | undefined,
  ): Promise<AppendOutcome>;
  /** The stream's events from a revision on, forwards; none when there is no such stream. */
  readStream(stream: string, from: bigint): AsyncIterable<StoredEvent>;
  /**
   * Every event of the ledger's streams after `after` (all of them when undefined), then live, until `signal`
   * aborts or the connection ends. `onCaughtUp` is told whenever the reader has reached the head.
   */
  subscribe(options: {
    readonly after: LedgerPosition | undefined;
    readonly signal: AbortSignal;
    readonly onCaughtUp?: () => void;
  }): AsyncIterable<StoredEvent>;
  /** The position of the ledger's newest event, undefined while it is empty. */
  head(): Promise<LedgerPosition | undefined>;
  close(): Promise<void>;
};

/** Connects lazily: the first call opens the connection. One client a process (its pending appends are shared). */
export function connectEventStore(connectionString: string): EventStore {
  const client = EventStoreDBClient.connectionString(connectionString);
  return {
    append: (stream, events, expected) => append(client, stream, events, expected),
    readStream: (stream, from) => readStream(client, stream, from),
    subscribe: (options) => subscribe(client, options),
    head: () => head(client),
    close: () => dispose(client),
  };
}

/**
 * Ends the connection. The client waits for the end of every call that it ever opened, and a read that was left
 * half-way never ends: its buffered data are never read. What is still open after a moment ends with the process.
 */
async function dispose(client: EventStoreDBClient): Promise<void> {
  const patience = new AbortController();
  await Promise.race([client.dispose(), sleep(100, undefined, { signal: patience.signal })]);
  patience.abort();
}

async function append(
  client: EventStoreDBClient,
  stream: string,
  events: readonly EnvelopedEvent[],
  expected: bigint | undefined,
): Promise<AppendOutcome> {
  const proposed = events.map(({ id, type, data, metadata }) =>
    // A decided event's data is a plain JSON object, checked against its schema by the envelope.
    jsonEvent({ id, type, data: data as Record<string, unknown>, metadata }),
  );
  try {
    const result = await client.appendToStream(stream, proposed, { expectedRevision: expected ?? NO_STREAM });
    if (!result.success || !result.position) {
      return { kind: 'unknown', cause: new Error('the event store answered without a position') };
    }
    return { kind: 'appended', position: result.position };
  } catch (cause) {
    if (cause instanceof WrongExpectedVersionError) return { kind: 'conflict' };
    return { kind: 'unknown', cause };
  }
}

async function* readStream(
  client: EventStoreDBClient,
  stream: string,
  from: bigint,
): AsyncGenerator<StoredEvent> {
  try {
    for await (const { event } of client.readStream(stream, { direction: FORWARDS, fromRevision: from })) {
      // A link whose target is gone resolves to nothing; the ledger's streams hold no links.
      if (!event?.isJson) throw new LedgerCorrupt(`${stream} holds an event that is not JSON`);
      yield stored(event);
    }
  } catch (error) {
    if (error instanceof StreamNotFoundError) return;
    throw error;
  }
}

async function* subscribe(
  client: EventStoreDBClient,
  { after, signal, onCaughtUp }: Parameters<EventStore['subscribe']>[0],
): AsyncGenerator<StoredEvent> {
  if (signal.aborted) return;
  const subscription = client.subscribeToAll({
    fromPosition: after ?? START,
    filter: streamNameFilter({ prefixes: [...STREAM_PREFIXES] }),
  });
  if (onCaughtUp) subscription.on('caughtUp', onCaughtUp);
  // Cancelling does not end the iteration, destroying does.
  const stop = () => subscription.destroy();
  signal.addEventListener('abort', stop, { once: true });
  try {
    // `for await` keeps order and gives back-pressure; handlers on 'data' give neither.
    for await (const resolved of subscription) {
      if (signal.aborted) return;
      yield fromAll(resolved);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    // Rejects only when the call was never opened, and then there is nothing to cancel.
    await subscription.unsubscribe().catch(() => undefined);
  }
}

async function head(client: EventStoreDBClient): Promise<LedgerPosition | undefined> {
  const newest = client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: HEAD_WINDOW });
  for await (const { event } of newest) {
    if (event && STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix))) return event.position;
  }
  return undefined;
}

/** System events (metadata, statistics of a real server) may stand behind the ledger's newest event. */
const HEAD_WINDOW = 4096;

function fromAll({ event }: AllStreamResolvedEvent): StoredEvent {
  if (!event?.isJson) throw new LedgerCorrupt('a ledger stream holds an event that is not JSON');
  return stored(event);
}

function stored(recorded: JSONRecordedEvent): StoredEvent {
  const { streamId, id, revision, position } = recorded;
  if (!position)
    throw new LedgerCorrupt('the event store gives no positions: it must be version 22.6 or newer');
  const { event, metadata } = upcast(recorded.type, recorded.data, recorded.metadata);
  return { ...event, id, stream: streamId, revision, position, metadata };
}
