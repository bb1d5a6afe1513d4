import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT_SCALE: '1' } });
});
afterAll(() => app.close());

const OFTEN = 60;

test('who takes one name after the other is told to come again, and the ledger, which keeps each for ever, grows no more', async () => {
  const client = createTestClient(app.url);
  await client.connect();
  const path = `/api/users/${client.account.address}/username`;
  const rename = (n: number) => client.put(path, { username: `fox_${n}` }, idempotencyKey());
  for (let n = 0; n < OFTEN; n++) expect(await rename(n)).toMatchObject({ status: 200 });
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  for (let n = 0; n < 3; n++) expect(await rename(OFTEN + n)).toMatchObject({ status: 429 });
  expect(await readLedgerAt(app.eventStoreUrl)).toHaveLength(before);
});

test('who asks for one proof of a draw after the other, each of which keeps a replica from all others, is told to come again', async () => {
  const visitor = createTestClient(app.url);
  const ask = () => visitor.get(`/api/public/raffles/${randomUUID()}/proof`);
  for (let n = 0; n < OFTEN; n++) expect(await ask()).toMatchObject({ status: 404 });
  expect(await ask()).toMatchObject({ status: 429 });
});
