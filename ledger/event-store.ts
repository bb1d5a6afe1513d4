import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type JSONRecordedEvent,
  jsonEvent,
  NO_STREAM,
  NotLeaderError,
  type ResolvedEvent,
  START,
  type StreamingRead,
  StreamNotFoundError,
  streamNameFilter,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { codeOf } from '../contracts/error-code.ts';
import { STREAM_PREFIXES } from '../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../contracts/ledger-position.ts';
import type { CallBudget } from './call-budget.ts';
import { Deadline } from './deadline.ts';
import { isCertainlyFull } from './disk-full.ts';
import { LedgerAhead, LedgerCorrupt, LedgerFull, LedgerUnavailable } from './domain-error.ts';
import type { EnvelopedEvent, StoredEvent } from './envelope.ts';
import { connectClient, countNodes, OF_THE_LEADER } from './event-store-client.ts';
import { storeCalls } from './store-calls.ts';
import { upcast } from './upcast.ts';

/**
 * What the event store said to an append. `unknown` is everything that is neither a yes nor a no. With LedgerFull as the
 * cause this sending was refused; one that was sent before it may have landed all the same.
 */
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
  /**
   * Some of the stream's events from a revision on, forwards: all that there are, or `maxCount` of them. None when
   * there is no such stream.
   * @param signal gives the call up and frees what it holds
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  readPage(
    stream: string,
    from: bigint,
    maxCount: number,
    signal?: AbortSignal,
  ): Promise<readonly StoredEvent[]>;
  /**
   * The stream's last event, undefined when there is no such stream.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  readLast(stream: string, signal?: AbortSignal): Promise<StoredEvent | undefined>;
  /**
   * The event at a position that is an event's.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  readAt(position: LedgerPosition, signal?: AbortSignal): Promise<StoredEvent | undefined>;
  /** The stream's events from a revision on, forwards, page by page; none when there is no such stream. */
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
  /**
   * The position of the ledger's newest event, undefined while it is empty.
   * @throws LedgerUnavailable
   */
  head(): Promise<LedgerPosition | undefined>;
  /**
   * Another number whenever another node may answer than before, or another store at the same address: it may lack what was
   * read or acknowledged under the number before, and have something else in its place. Each connection has its own.
   */
  node(): number;
  close(): Promise<void>;
};

/** Milliseconds for one read whose caller gives it no bound of its own. */
const READ_LIMIT_MS = 5_000;

/** Milliseconds that a subscription waits for its place on the connection. */
const SUBSCRIPTION_PATIENCE_MS = 5_000;
/** Milliseconds that who leaves a subscription waits for its call to be cancelled. */
const LEAVING_MS = 1_000;

/** Events of one call. */
const PAGE = 500;

const NEWEST = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const;

/** Connects lazily: the first call opens the connection. One client a process (its pending appends are shared). */
export function connectEventStore(connectionString: string): EventStore {
  const client = connectClient(connectionString);
  const { reads, subscriptions } = storeCalls(connectionString);
  const collect = <Resolved>(open: () => StreamingRead<Resolved>, given?: AbortSignal) => {
    const run = (signal: AbortSignal) => reads.run(signal, () => collectedOfLeader(open, signal));
    return given ? run(given) : new Deadline(READ_LIMIT_MS, READ_LIMIT_MS).attempt(run);
  };
  const readPage: EventStore['readPage'] = async (stream, from, maxCount, signal) => {
    const range = { direction: FORWARDS, fromRevision: from, maxCount } as const;
    const open = () => client.readStream(stream, { ...OF_THE_LEADER, ...range });
    return (await collect(open, signal).catch(noneIfNotFound)).map((event) => fromStream(stream, event));
  };
  return {
    append: (stream, events, expected) => append(client, stream, events, expected),
    readPage,
    async readLast(stream, signal) {
      const open = () => client.readStream(stream, { ...OF_THE_LEADER, ...NEWEST });
      const [last] = await collect(open, signal).catch(noneIfNotFound);
      return last && fromStream(stream, last);
    },
    async readAt(position, signal) {
      const range = { direction: FORWARDS, fromPosition: position, maxCount: 1 } as const;
      const open = () => client.readAll({ ...OF_THE_LEADER, ...range });
      const [found] = await collect(open, signal).catch(unavailable);
      return found && fromAll(found);
    },
    readStream: (stream, from) => pagesOf(readPage, stream, from),
    subscribe: (options) => subscribe(client, subscriptions, options),
    head: newestOf((from, maxCount) =>
      collect(() => client.readAll({ ...OF_THE_LEADER, direction: BACKWARDS, fromPosition: from, maxCount })),
    ),
    node: countNodes(client),
    close: () => dispose(client),
  };
}

/**
 * As `collected`, of who leads a cluster: a node that leads no more is asked once, and by its answer the client is connected
 * to the one that does.
 * @param open a read `OF_THE_LEADER`
 */
export async function collectedOfLeader<Resolved>(
  open: () => StreamingRead<Resolved>,
  signal: AbortSignal,
): Promise<Resolved[]> {
  try {
    return await collected(open(), signal);
  } catch (error) {
    if (!(error instanceof NotLeaderError)) throw error;
    // The client hears of it within this turn.
    await turn();
    return collected(open(), signal);
  }
}

/**
 * All that a read gives. A read that is given up is cancelled, which frees its place on the connection, and what
 * has arrived of it is thrown away: the client never ends a call whose data nobody takes.
 * @throws LedgerUnavailable when `signal` fires before it is over; else the client's error
 */
function collected<Resolved>(read: StreamingRead<Resolved>, signal: AbortSignal): Promise<Resolved[]> {
  return new Promise((resolve, reject) => {
    const found: Resolved[] = [];
    const giveUp = () => {
      read
        .off('data', take)
        .off('error', fail)
        .on('error', () => undefined);
      // Rejects only when the call was never opened, and then there is nothing to cancel.
      read.cancel().catch(() => undefined);
      read.resume();
      reject(new LedgerUnavailable(signal.reason));
    };
    const take = (event: Resolved) => {
      found.push(event);
    };
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', giveUp);
      reject(error);
    };
    read
      .on('data', take)
      .on('error', fail)
      .once('end', () => {
        signal.removeEventListener('abort', giveUp);
        resolve(found);
      });
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
  });
}

function noneIfNotFound(error: unknown): never[] {
  if (error instanceof StreamNotFoundError) return [];
  return unavailable(error);
}

/** @throws LedgerCorrupt where the event store says that what stands there is damaged, else LedgerUnavailable */
export function unavailable(error: unknown): never {
  if (error instanceof LedgerUnavailable) throw error;
  throw damaged(error) ?? new LedgerUnavailable(error);
}

/** What stands in the store is not what was written there, by its own word (gRPC's DATA_LOSS). */
function damaged(error: unknown): LedgerCorrupt | undefined {
  const isDamage = error instanceof Error && codeOf(error) === DATA_LOSS;
  return isDamage ? new LedgerCorrupt(error.message, error) : undefined;
}

/** https://grpc.io/docs/guides/status-codes/ */
const DATA_LOSS = 15;

async function* pagesOf(
  readPage: EventStore['readPage'],
  stream: string,
  from: bigint,
): AsyncGenerator<StoredEvent> {
  for (let next = from; ; ) {
    const page = await readPage(stream, next, PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    next = last.revision + 1n;
  }
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
    return { kind: 'unknown', cause: isCertainlyFull(cause) ? new LedgerFull(cause) : cause };
  }
}

async function* subscribe(
  client: EventStoreDBClient,
  places: CallBudget,
  { after, signal, onCaughtUp }: Parameters<EventStore['subscribe']>[0],
): AsyncGenerator<StoredEvent> {
  const leave = await placeFor(places, signal);
  if (!leave) return;
  const subscription = client.subscribeToAll({
    ...OF_THE_LEADER,
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
    if (!signal.aborted) throw damaged(error) ?? error;
  } finally {
    signal.removeEventListener('abort', stop);
    // Rejects only when the call was never opened, and then there is nothing to cancel.
    const left = subscription
      .unsubscribe()
      .catch(() => undefined)
      .finally(leave);
    // A call that waits for a node to be found, for minutes where all of a cluster stand still, is cancelled later.
    await Promise.race([left, sleep(LEAVING_MS, undefined, { ref: false })]);
  }
}

/**
 * What gives the place of a subscription back; undefined for one that is told to leave before it has begun.
 * @throws LedgerUnavailable when none is free in time
 */
async function placeFor(places: CallBudget, signal: AbortSignal): Promise<(() => void) | undefined> {
  try {
    const leave = await places.take(AbortSignal.any([signal, AbortSignal.timeout(SUBSCRIPTION_PATIENCE_MS)]));
    if (!signal.aborted) return leave;
    leave();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return undefined;
}

/** Newest first, before a position. */
type ReadBack = (
  from: LedgerPosition | typeof END,
  maxCount: number,
) => Promise<readonly AllStreamResolvedEvent[]>;

/**
 * Looks for the newest event of our streams. It is the last of the log, but for what the event store writes for
 * itself (metadata, statistics): then the pages before are read, each to its end, down to what was found the last
 * time.
 */
function newestOf(readBack: ReadBack): EventStore['head'] {
  let known: LedgerPosition | undefined;
  return async () => {
    let from: LedgerPosition | typeof END = END;
    for (let size = 1; ; size = Math.min(size * 16, PAGE)) {
      const page: readonly AllStreamResolvedEvent[] = await readBack(from, size).catch(unavailable);
      for (const { event } of page) {
        if (!event?.position) continue;
        const behind = known ? comparePositions(event.position, known) : 1;
        if (behind === 0) return known;
        // The log ends before what was found: it is another one than it was.
        if (behind < 0 && from === END) known = undefined;
        else if (behind < 0) return known;
        from = event.position;
        if (!STREAM_PREFIXES.some((prefix) => event.streamId.startsWith(prefix))) continue;
        if (!known || comparePositions(known, from) < 0) known = from;
        return known;
      }
      if (page.length < size) return known;
    }
  };
}

function fromAll({ event }: AllStreamResolvedEvent): StoredEvent {
  if (!event?.isJson) throw new LedgerCorrupt('a ledger stream holds an event that is not JSON');
  return stored(event);
}

function fromStream(stream: string, { event }: ResolvedEvent): StoredEvent {
  // A link whose target is gone resolves to nothing; the ledger's streams hold no links.
  if (!event?.isJson) throw new LedgerCorrupt(`${stream} holds an event that is not JSON`);
  return stored(event);
}

function stored(recorded: JSONRecordedEvent): StoredEvent {
  const { streamId, id, revision, position } = recorded;
  if (!position)
    throw new LedgerCorrupt('the event store gives no positions: it must be version 22.6 or newer');
  const { event, metadata, isNewest } = newestVersionOf(recorded);
  return {
    ...event,
    id,
    stream: streamId,
    revision,
    position,
    metadata,
    ...(!isNewest && { written: { data: recorded.data, metadata: recorded.metadata } }),
  };
}

function newestVersionOf({ type, id, streamId, revision, data, metadata }: JSONRecordedEvent) {
  try {
    return upcast(type, data, metadata);
  } catch (error) {
    if (!(error instanceof LedgerCorrupt)) throw error;
    const Told = error instanceof LedgerAhead ? LedgerAhead : LedgerCorrupt;
    throw new Told(`${type} ${id} at revision ${revision} of ${streamId}: ${error.message}`, error);
  }
}
