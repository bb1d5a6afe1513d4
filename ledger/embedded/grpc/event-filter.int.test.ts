import { EventStoreDBClient, streamNameFilter } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { startTemporaryStore } from '../testing/temporary-store.ts';

test('a subscription with an expression that only .NET has ends with what is wrong about it', async () => {
  const { store, dispose } = await startTemporaryStore();
  const client = EventStoreDBClient.connectionString(store.connectionString);
  const subscription = client.subscribeToAll({ filter: streamNameFilter({ regex: '(?>user)-' }) });
  const error = await new Promise<unknown>((resolve) => subscription.once('error', resolve).resume());
  expect(error).toMatchObject({
    message: expect.stringMatching(
      /^3 INVALID_ARGUMENT: The regular expression '\(\?>user\)-' cannot be read/,
    ),
  });
  await client.dispose();
  await dispose();
});
