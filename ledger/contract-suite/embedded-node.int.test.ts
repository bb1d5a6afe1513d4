import { describe } from 'vitest';
import { startTemporaryStore } from '../embedded/testing/temporary-store.ts';
import { eventStoreContract } from './contract.ts';

describe('the embedded node', () => {
  eventStoreContract(async () => {
    const { store, dispose } = await startTemporaryStore();
    return { connectionString: store.connectionString, stop: dispose };
  });
});
