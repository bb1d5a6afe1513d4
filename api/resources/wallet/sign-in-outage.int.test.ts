import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import { createPool } from '../../../projector/database.ts';
import { superAdminOf } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { holdSignIn } from '../../testing/hold-sign-in.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
/** On the same stores, with the event store behind a network that fails. */
let replica: TestApp;
let network: FaultProxy;
let pool: Pool;
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'silent' } });
  const eventStore = new URL(app.eventStoreUrl);
  network = await startFaultProxy(Number(eventStore.port));
  eventStore.port = String(network.port);
  replica = await startApp({
    env: {
      EVENTSTORE_URL: eventStore.href,
      DATABASE_URL: app.databaseUrl,
      PROJECTOR: 'separate',
      SUPER_ADMIN_WALLET: (await superAdminOf(app)).address,
      VAULT_KEY: (await readFile(join(app.dataDir, 'vault.key'), 'utf8')).trim(),
      LOG_LEVEL: 'silent',
    },
  });
  pool = createPool(app.databaseUrl, { applicationName: 'sign-in-outage-test', maxConnections: 2 });
});
afterAll(async () => {
  await pool.end();
  await replica.close();
  await network.close();
  await app.close();
});

test('a sign-in that the ledger falls silent under leaves no session that nobody has and its owner is shown, and the one that the browser had', async () => {
  const owner = createTestClient(app.url);
  await owner.connect();
  // Another account's, which the browser has still.
  const browser = createTestClient(replica.url);
  await browser.connect();
  const signature = await createTestClient(replica.url, owner.privateKey).sign();
  const held = await holdSignIn(pool, owner.account.address);
  try {
    const signingIn = browser.post('/api/wallet/connect', signature);
    await held.begun();
    network.inject({ kind: 'black-hole' });
    await held.release();
    const answer = await signingIn;
    expect(answer).toMatchObject({ status: 503, body: { error: 'LedgerUnavailable' } });
    expect(answer.headers.get('set-cookie')).toBeNull();
  } finally {
    network.heal();
    await held.release();
  }
  const { body } = await owner.get<{ sessions: { isCurrent: boolean }[] }>('/api/wallet/sessions');
  expect(body.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true]);
  await expect.poll(async () => (await browser.get('/api/dashboard')).status).toBe(200);
});
