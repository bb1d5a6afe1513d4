import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';

/** Every event of the ledger after a position, or from its start, in order, up to the head of this moment. */
export async function readLedger(store: EventStore, after?: LedgerPosition): Promise<StoredEvent[]> {
  const head = await store.head();
  const events: StoredEvent[] = [];
  if (!head || (after && comparePositions(head, after) <= 0)) return events;
  const done = new AbortController();
  for await (const event of store.subscribe({ after, signal: done.signal })) {
    events.push(event);
    if (event.position.commit >= head.commit) done.abort();
  }
  return events;
}
