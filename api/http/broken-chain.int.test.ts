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

/** Writes an event into the stream of an account that this program did not write. */
async function write(userId: string, type: string, schemaVersion: number): Promise<void> {
  const event = jsonEvent({
    type,
    data: { grantId: randomUUID(), amount: '1000', source: 'admin', reason: 'Manual admin reward' },
    metadata: {
      schemaVersion,
      ...{ commandId: randomUUID(), correlationId: randomUUID(), inputHash: '0'.repeat(64) },
      ...{ actor: { kind: 'user' }, occurredAt: new Date().toISOString() },
      prevHash: `sha256-jcs:${'0'.repeat(64)}`,
    },
  });
  const client = connectClient(app.eventStoreUrl);
  await client.appendToStream(`account-${userId}`, event);
  await client.dispose();
}

test('nothing is built on a stream that somebody else wrote to: 503 in words, and /readyz says so', async () => {
  const [user, other] = [createTestClient(app.url), createTestClient(app.url)];
  const { body } = await user.connect();
  await other.connect();
  expect((await user.get('/readyz')).body).toMatchObject({ ledger: 'ok' });
  await write(body.user.id, 'RewardGranted', 2);

  const claim = await user.post('/api/rewards/claim', {}, idempotencyKey());
  expect(claim).toMatchObject({
    status: 503,
    body: { error: 'LedgerCorrupt', message: refusals.ledgerCorrupt },
  });
  expect(claim.headers.get('retry-after')).toBeNull();
  expect(await user.get('/readyz')).toMatchObject({
    status: 503,
    body: { ledger: 'corrupt: the log says where' },
  });
  expect((await other.post('/api/rewards/claim', {}, idempotencyKey())).status).toBe(200);
});

test.each([
  ['a type', 'RewardThawed', 1],
  ['a version', 'RewardGranted', 99],
])(
  'a command that meets %s of event that only a newer release knows is to come again: a replica of that one can read it',
  async (_, type, schemaVersion) => {
    const user = createTestClient(app.url);
    const { body } = await user.connect();
    await write(body.user.id, type, schemaVersion);
    const claim = await user.post('/api/rewards/claim', {}, idempotencyKey());
    expect([claim.status, claim.body.error, claim.headers.get('retry-after')]).toEqual([
      503,
      'LedgerCorrupt',
      '1',
    ]);
  },
);
