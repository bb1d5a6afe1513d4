import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountedNode, startCountedNode } from '../../ledger/embedded/testing/counted-node.ts';
import { connectEventStore } from '../../ledger/event-store.ts';
import { openAccounts } from '../../ledger/testing/open-accounts.ts';
import { newWallet } from '../../ledger/testing/start-ledger.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { askReady } from '../testing/ask-ready.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let node: CountedNode;
let postgres: TestPostgres;
let app: TestApp;

beforeAll(async () => {
  [node, postgres] = await Promise.all([startCountedNode(), startTestPostgres()]);
  const store = connectEventStore(node.connectionString);
  // More than a connection takes before somebody reads: an answer that is not read to its end stays open.
  await openAccounts(store, 400);
  await store.close();
  app = await startApp({
    env: {
      EVENTSTORE_URL: node.connectionString,
      DATABASE_URL: postgres.connectionString,
      PROJECTOR: 'in-process',
      SUPER_ADMIN_WALLET: newWallet(),
      VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
    },
  });
});
afterAll(async () => {
  await app.close();
  await node.close();
  await postgres.stop();
});

/** At the most: the subscriptions of the projector, the process managers and the mailer, and a look that is under way. */
const FOLLOWERS = 12;

test('three hundred looks at /readyz leave no call of the event store open', async () => {
  await askReady(app.url, { times: 150, atOnce: 1 });
  await askReady(app.url, { times: 150, atOnce: 30 });
  await expect.poll(node.openCalls).toBeLessThanOrEqual(FOLLOWERS);
  // The count counts: somebody follows the ledger.
  expect(node.openCalls()).toBeGreaterThan(0);
});
