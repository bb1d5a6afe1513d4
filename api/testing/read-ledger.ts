import type { StoredEvent } from '../../ledger/envelope.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { readLedger } from '../../ledger/testing/read-ledger.ts';

/** Every event of the ledger, through a connection of its own. */
export async function readLedgerAt(eventStoreUrl: string): Promise<StoredEvent[]> {
  const store = connectEventStore(eventStoreUrl);
  try {
    return await readLedger(store);
  } finally {
    await store.close();
  }
}
