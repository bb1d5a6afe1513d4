import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import type { EventStore } from '../../ledger/event-store.ts';

/** Every event up to a position, that one with them. */
export async function wholeLedger(store: EventStore, until: LedgerPosition): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  const leave = new AbortController();
  for await (const event of store.subscribe({ after: undefined, signal: leave.signal })) {
    events.push(event);
    if (comparePositions(event.position, until) >= 0) break;
  }
  leave.abort();
  return events;
}
