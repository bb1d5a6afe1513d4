import { randomUUID } from 'node:crypto';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusals } from '../../contracts/messages.ts';
import { connectClient } from '../../ledger/event-store-client.ts';
import { createTestClient, idempotencyKey } from '../testing/client.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

test('nothing is built on a stream that somebody else wrote to: 503 in words, and /readyz says so', async () => {
  const [user, other] = [createTestClient(app.url), createTestClient(app.url)];
  const { body } = await user.connect();
  await other.connect();
  expect((await user.get('/readyz')).body).toMatchObject({ ledger: 'ok' });
  const forged = jsonEvent({
    type: 'RewardGranted',
    data: { grantId: randomUUID(), amount: '1000', source: 'admin', reason: 'Manual admin reward' },
    metadata: {
      schemaVersion: 2,
      ...{ commandId: randomUUID(), correlationId: randomUUID(), inputHash: '0'.repeat(64) },
      ...{ actor: { kind: 'user' }, occurredAt: new Date().toISOString() },
      prevHash: `sha256-jcs:${'0'.repeat(64)}`,
    },
  });
  const client = connectClient(app.eventStoreUrl);
  await client.appendToStream(`account-${body.user.id}`, forged);
  await client.dispose();

  const claim = await user.post('/api/rewards/claim', {}, idempotencyKey());
  expect(claim).toMatchObject({
    status: 503,
    body: { error: 'LedgerCorrupt', message: refusals.ledgerCorrupt },
  });
  expect(await user.get('/readyz')).toMatchObject({
    status: 503,
    body: { ledger: 'corrupt: the log says where' },
  });
  expect((await other.post('/api/rewards/claim', {}, idempotencyKey())).status).toBe(200);
});
