import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';

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
