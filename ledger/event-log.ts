import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  START,
} from '@eventstore/db-client';
import { STREAM_PREFIXES } from '../contracts/events/ledger-event.ts';
import { formatPosition, type LedgerPosition } from '../contracts/ledger-position.ts';
import { LedgerUnavailable } from './domain-error.ts';
import { collectedOfLeader, unavailable } from './event-store.ts';
import { connectClient, OF_THE_LEADER } from './event-store-client.ts';
import type { ExportedEvent } from './proof/audit/exported-event.ts';
import { storeCalls } from './store-calls.ts';

/** The whole ledger of an event store as it was written, whatever it holds: nothing is checked and nothing upcast. */
export type EventLog = {
  /**
   * All events of the ledger's streams that there are, in the order of `$all`, a page at a time: who takes none gets
   * none.
   * @throws LedgerUnavailable, LedgerCorrupt
   */
  pages(): AsyncGenerator<readonly ExportedEvent[]>;
  /** @throws LedgerUnavailable, LedgerCorrupt */
  isEmpty(): Promise<boolean>;
  close(): Promise<void>;
};

/** Events of one call, of whichever streams. */
export const EVENT_LOG_PAGE = 1_000;
/** Milliseconds that it may take, whatever the store does: it keeps the deadline of no first call. */
const PATIENCE = 30_000;

/** Connects lazily. Nothing is ever appended through it. */
export function openEventLog(
  connectionString: string,
  { patience = PATIENCE, pageSize = EVENT_LOG_PAGE } = {},
): EventLog {
  const client = connectClient(connectionString);
  const { scans } = storeCalls(connectionString);
  const read: ReadPage = (from, direction) =>
    scans.run(AbortSignal.timeout(patience), () =>
      collect(client, { from, direction, maxCount: pageSize }, AbortSignal.timeout(patience)),
    );
  return {
    pages: () => pagesOf(read, pageSize),
    async isEmpty() {
      for (let from: LedgerPosition | typeof END = END; ; ) {
        const page: readonly AllStreamResolvedEvent[] = await read(from, BACKWARDS);
        if (page.some(({ event }) => event && isOfLedger(event.streamId))) return false;
        const last = page.at(-1)?.event?.position;
        if (page.length < pageSize || !last) return true;
        from = last;
      }
    },
    close: () => client.dispose(),
  };
}

type PageOfAll = {
  readonly from: LedgerPosition | typeof START | typeof END;
  readonly direction: typeof FORWARDS | typeof BACKWARDS;
  readonly maxCount: number;
};
type ReadPage = (
  from: PageOfAll['from'],
  direction: PageOfAll['direction'],
) => Promise<readonly AllStreamResolvedEvent[]>;

async function* pagesOf(read: ReadPage, pageSize: number): AsyncGenerator<readonly ExportedEvent[]> {
  let last: Placed | undefined;
  for (;;) {
    const page = await read(last?.position ?? START, FORWARDS);
    const fresh = last ? behind(last, page) : page;
    const events = fresh.flatMap(({ event }) =>
      event && isOfLedger(event.streamId) ? [asWritten(event)] : [],
    );
    if (events.length > 0) yield events;
    const newest = fresh.findLast(({ event }) => event?.position)?.event;
    if (page.length < pageSize || !newest?.position) return;
    last = { id: newest.id, streamId: newest.streamId, position: newest.position };
  }
}

type Placed = Pick<Recorded, 'id' | 'streamId'> & { readonly position: LedgerPosition };

/**
 * What a page has behind the event that it was read from, with which it begins. One of the store's own may have been
 * removed since.
 * @throws LedgerUnavailable where the ledger has another event there: a node that has taken over, or a store that was put
 * back, lacks what was read, and no export is of two ledgers
 */
function behind(
  { id, streamId, position }: Placed,
  page: readonly AllStreamResolvedEvent[],
): readonly AllStreamResolvedEvent[] {
  if (page[0]?.event?.id === id) return page.slice(1);
  if (!isOfLedger(streamId)) return page;
  throw new LedgerUnavailable(
    new Error(`the event store has lost the event at ${formatPosition(position)}, up to which it was read`),
  );
}

function isOfLedger(stream: string): boolean {
  return STREAM_PREFIXES.some((prefix) => stream.startsWith(prefix));
}

/** All of one call: a read that is left half-way would never end. */
async function collect(
  client: EventStoreDBClient,
  { from: fromPosition, direction, maxCount }: PageOfAll,
  signal: AbortSignal,
): Promise<readonly AllStreamResolvedEvent[]> {
  try {
    const page = { ...OF_THE_LEADER, direction, fromPosition, maxCount };
    return await collectedOfLeader(() => client.readAll(page), signal);
  } catch (error) {
    return unavailable(error);
  }
}

type Recorded = NonNullable<AllStreamResolvedEvent['event']>;

function asWritten({
  streamId,
  id,
  type,
  revision,
  created,
  position,
  data,
  metadata,
}: Recorded): ExportedEvent {
  if (!position) throw new LedgerUnavailable(new Error('the event store gives no positions'));
  return {
    position: formatPosition(position),
    id,
    type,
    stream: streamId,
    // That of a tombstone is beyond all others.
    revision: revision > MOST ? Number.MAX_SAFE_INTEGER : Number(revision),
    created: created.toISOString(),
    data,
    metadata: metadata ?? null,
  };
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);
