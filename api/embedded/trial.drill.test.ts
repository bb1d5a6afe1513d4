import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals } from '../../contracts/messages.ts';
import { superAdminOf } from '../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../testing/client.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let visitor: TestClient;
beforeAll(async () => {
  app = await startApp({ env: { LOG_LEVEL: 'silent' } });
  visitor = createTestClient(app.url);
  await visitor.connect();
});
afterAll(() => app.close());

/** Of one request with headers that `fetch` would not send. */
function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, app.url), { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });
}

const connectPlatform = async (client: TestClient, handle: string) =>
  (await client.post('/api/social/connect', { platform: 'youtube', handle }, idempotencyKey())).body;

describe('a local trial behind a proxy of the same host', () => {
  test('offers its wallets, its mails and its demo verifier to this machine', async () => {
    expect((await visitor.get('/api/dev/wallets')).status).toBe(200);
    expect((await visitor.get('/api/dev/outbox')).status).toBe(200);
    expect(await connectPlatform(visitor, 'before')).toMatchObject({ status: 'confirmed', reward: '100' });
    const admin = await superAdminOf(app);
    expect((await admin.get('/api/admin/users')).status).toBe(200);
  });

  test('has no privilege from the first request on that a proxy forwarded', async () => {
    const admin = await superAdminOf(app);
    expect(await statusOf('/api/dev/wallets', { host: 'localhost', 'x-forwarded-host': 'localhost' })).toBe(
      404,
    );
    // Nor has any later request, whatever it looks like: a proxy need not mark each.
    expect((await visitor.get('/api/dev/wallets')).status).toBe(404);
    expect((await visitor.get('/api/dev/outbox')).status).toBe(404);
    expect((await visitor.get('/api/network')).body).toMatchObject({ demoWallet: false });
    // The key of the Demo admin may be in other hands.
    expect((await admin.get('/api/admin/users')).status).toBe(403);
    const other = createTestClient(app.url);
    await other.connect();
    expect(await connectPlatform(other, 'after')).toMatchObject({ status: 'unproven', reward: '0' });
    expect((await other.get('/api/session')).status).toBe(200);
    // What a site asks before a claim, so that nobody draws welcome bonuses with many wallets.
    expect((await other.post('/api/rewards/claim', {}, idempotencyKey())).body).toMatchObject({
      message: refusals.identityNeeded,
    });
  });

  test('has the rate limits of a deployment then', async () => {
    const statuses = new Set<number>();
    for (let asked = 0; asked <= 60; asked++) {
      const { status } = await createTestClient(app.url).post('/api/wallet/challenge', {
        walletAddress: visitor.account.address,
      });
      statuses.add(status);
    }
    expect([...statuses]).toEqual([200, 429]);
  });
});

test('a request that a proxy sent on in its oldest way ends a trial, too', async () => {
  const trial = await startApp({ env: { LOG_LEVEL: 'silent' } });
  try {
    const { port } = new URL(trial.url);
    const head = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.once('data', (bytes) => resolve(String(bytes))).once('error', reject);
      // What nginx sends for `proxy_pass http://127.0.0.1:3000` with no other directive.
      socket.write(`GET /api/dev/wallets HTTP/1.0\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`);
    });
    expect(head).toMatch(/^HTTP\/1\.\d 404/);
    expect((await createTestClient(trial.url).get('/api/dev/wallets')).status).toBe(404);
  } finally {
    await trial.close();
  }
});
