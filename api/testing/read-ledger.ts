import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { StoredEvent } from '../../ledger/envelope.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';
import { readLedger } from '../../ledger/testing/read-ledger.ts';

/** Every event of the ledger after a position, or from its start, through a connection of its own. */
export function readLedgerAt(eventStoreUrl: string, after?: LedgerPosition): Promise<StoredEvent[]> {
  return asked(eventStoreUrl, (store) => readLedger(store, after));
}

/** Where the ledger ends now. */
export const headOf = (eventStoreUrl: string): Promise<LedgerPosition | undefined> =>
  asked(eventStoreUrl, (store) => store.head());

/** Gives the events that have been appended from now on, whenever it is asked. */
export async function ledgerFromNow(eventStoreUrl: string): Promise<() => Promise<StoredEvent[]>> {
  const now = await headOf(eventStoreUrl);
  return () => readLedgerAt(eventStoreUrl, now);
}

async function asked<Answer>(
  eventStoreUrl: string,
  ask: (store: EventStore) => Promise<Answer>,
): Promise<Answer> {
  const store = connectEventStore(eventStoreUrl);
  try {
    return await ask(store);
  } finally {
    await store.close();
  }
}
