import { describe } from 'vitest';
import { startTemporaryStore } from '../embedded/testing/temporary-store.ts';
import { eventStoreContract } from './contract.ts';

/** With positions between those of events, and without help for retries that come too early. */
const LIKE_EVENT_STORE_DB = { positionStep: 64, overlappingRetryFailsAfter: 200 };

describe('the embedded node', () => {
  eventStoreContract(async () => {
    const { store, dispose } = await startTemporaryStore(LIKE_EVENT_STORE_DB);
    return { connectionString: store.connectionString, stop: dispose };
  });
});
