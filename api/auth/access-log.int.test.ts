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
