import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll } from 'vitest';
import { appendContract } from './appends.ts';
import { connectionContract } from './connections.ts';
import { deleteContract } from './deletes.ts';
import { metadataContract } from './metadata.ts';
import { oddityContract } from './oddities.ts';
import { positionContract } from './positions.ts';
import { readContract } from './reads.ts';
import { subscriptionContract } from './subscriptions.ts';

/**
 * What this project takes for granted of EventStoreDB, said through its official client alone. Whatever
 * passes can be put in EventStoreDB's place. Call inside a `describe`.
 */
export function eventStoreContract(
  start: () => Promise<{ connectionString: string; stop(): Promise<void> }>,
): void {
  let client: EventStoreDBClient | undefined;
  let store: Awaited<ReturnType<typeof start>> | undefined;

  beforeAll(async () => {
    store = await start();
    client = EventStoreDBClient.connectionString(store.connectionString);
  }, 180_000);
  afterAll(async () => {
    await client?.dispose();
    await store?.stop();
  });

  const target = {
    client: () => {
      if (!client) throw new Error('The store did not start.');
      return client;
    },
    connectionString: () => store?.connectionString ?? '',
  };
  appendContract(target);
  readContract(target);
  deleteContract(target);
  metadataContract(target);
  subscriptionContract(target);
  positionContract(target);
  oddityContract(target);
  connectionContract(target);
}
