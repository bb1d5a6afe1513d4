import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminClient, superAdminOf } from '../testing/admin.ts';
import { newUser } from '../testing/email-calls.ts';
import { readLedgerAt } from '../testing/read-ledger.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
});
afterAll(() => app.close());

const LOG_OF_A_DAY = /^access-log-\d{4}-\d\d-\d\d$/;

test('two wallets that are refused make nothing longer that anything is decided from', async () => {
  const refused = await Promise.all([newUser(app), newUser(app)]);
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  for (const { client } of refused) {
    const own = { 'x-wallet-address': client.account.address };
    for (const page of ['users', 'stats', 'mass-act']) await client.get(`/api/admin/${page}`, own);
  }
  const since = (await readLedgerAt(app.eventStoreUrl)).slice(before);
  expect(since.map(({ type }) => type)).toEqual(Array.from({ length: 6 }, () => 'AccessDenied'));
  expect(since.map(({ stream }) => stream).filter((stream) => !LOG_OF_A_DAY.test(stream))).toEqual([]);
});

test('what another site makes a browser ask for is refused, and is not said to be asked by its owner', async () => {
  const { client } = await newUser(app);
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  const since = async () => (await readLedgerAt(app.eventStoreUrl)).slice(before);
  // A link carries the cookie, and can name no wallet but in its query.
  const link = (site: string, path: string) =>
    client.get(path, { 'x-wallet-address': '', 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' });
  for (const site of ['cross-site', 'same-site']) {
    for (const path of ['users', 'export-emails', `events?walletAddress=${client.account.address}`])
      expect((await link(site, `/api/admin/${path}`)).status).toBe(403);
  }
  expect(await since()).toEqual([]);
  // Typed by the owner, and asked by a page that says to be shown elsewhere.
  expect((await link('none', '/api/admin/users')).status).toBe(403);
  expect((await client.get('/api/admin/stats', { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect((await since()).map(({ type, data }) => [type, data])).toEqual([
    ['AccessDenied', { action: 'GET /api/admin/users' }],
    ['AccessDenied', { action: 'GET /api/admin/stats' }],
  ]);
});

test('an export is noted in the log of the day before it is answered', async () => {
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  const { status, body: file } = await root.get<string>('/api/admin/export-wallets');
  expect(status).toBe(200);
  const wallets = file.trimEnd().split('\n');
  expect(wallets).toContain(root.address);
  const since = (await readLedgerAt(app.eventStoreUrl)).slice(before);
  expect(since).toMatchObject([
    {
      type: 'DataExported',
      data: { kind: 'wallets', count: wallets.length },
      stream: expect.stringMatching(LOG_OF_A_DAY),
      metadata: { actor: { kind: 'admin', wallet: root.address } },
    },
  ]);
});

test('HEAD of a file says what GET would send, and takes nothing: nothing is noted', async () => {
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  const { status, headers } = await root.client.head('/api/admin/export-wallets');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="evo-wallets-[\d-]{10}\.txt"$/);
  expect((await readLedgerAt(app.eventStoreUrl)).slice(before)).toEqual([]);
});
