import { afterAll, beforeAll, expect, test } from 'vitest';
import { removeAccount } from '../../ledger/accounts/remove-account.ts';
import { connectEventStore, type EventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { testContext } from '../../ledger/testing/start-ledger.ts';
import { createTestClient, type TestClient } from '../testing/client.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let store: EventStore;
beforeAll(async () => {
  app = await startApp();
  store = connectEventStore(app.eventStoreUrl);
});
afterAll(async () => {
  await store.close();
  await app.close();
});

const userOf = async (client: TestClient) =>
  (await client.get<{ session: { userId: string } | null }>('/api/session')).body.session?.userId;

test('who was removed is signed out, though the one who removed them died before it ended the sessions', async () => {
  const [removed, other] = [createTestClient(app.url), createTestClient(app.url)];
  await removed.connect();
  await other.connect();
  const [userId = '', otherId] = [await userOf(removed), await userOf(other)];
  const act = { userId, reason: 'Gone', dryRun: false, authorize: async () => undefined };
  await removeAccount(createCommandHandler(store), act, testContext());
  await expect.poll(() => userOf(removed)).toBeUndefined();
  expect(await userOf(other)).toBe(otherId);
});
