import type { StoredEvent } from '../../ledger/envelope.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';

/** Every event of the ledger, in order, up to the head of this moment. */
export async function readLedger(store: EventStore): Promise<StoredEvent[]> {
  const head = await store.head();
  const events: StoredEvent[] = [];
  if (!head) return events;
  const done = new AbortController();
  for await (const event of store.subscribe({ after: undefined, signal: done.signal })) {
    events.push(event);
    if (event.position.commit >= head.commit) done.abort();
  }
  return events;
}

/** The same through a connection of its own. */
export async function readLedgerAt(eventStoreUrl: string): Promise<StoredEvent[]> {
  const store = connectEventStore(eventStoreUrl);
  try {
    return await readLedger(store);
  } finally {
    await store.close();
  }
}
