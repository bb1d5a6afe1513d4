import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import { createPool } from '../../../projector/database.ts';
import { superAdminOf } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
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

const WAITS_TO_OPEN = `
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%insert into auth.sessions%'`;

test('a sign-in that the ledger falls silent under leaves no session that nobody has and its owner is shown', async () => {
  const owner = createTestClient(app.url);
  await owner.connect();
  // Another account's, which the browser has still: the sign-in waits for its end.
  const browser = createTestClient(replica.url);
  await browser.connect();
  const signature = await createTestClient(replica.url, owner.privateKey).sign();
  const lock = await pool.connect();
  try {
    await lock.query('begin');
    await lock.query('select from auth.sessions where wallet_address = $1 for update', [
      browser.account.address,
    ]);
    const signingIn = browser.post('/api/wallet/connect', signature);
    await expect
      .poll(async () => (await pool.query(WAITS_TO_OPEN)).rowCount, { timeout: 10_000 })
      .toBeGreaterThan(0);
    network.inject({ kind: 'black-hole' });
    await lock.query('commit');
    const answer = await signingIn;
    expect(answer).toMatchObject({ status: 503, body: { error: 'LedgerUnavailable' } });
    expect(answer.headers.get('set-cookie')).toBeNull();
  } finally {
    network.heal();
    // With what it holds.
    lock.release(true);
  }
  const { body } = await owner.get<{ sessions: { isCurrent: boolean }[] }>('/api/wallet/sessions');
  expect(body.sessions.map(({ isCurrent }) => isCurrent)).toEqual([true]);
});
