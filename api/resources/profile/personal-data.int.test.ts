import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasonTexts } from '../../../contracts/api/reason-input.ts';
import { refusals } from '../../../contracts/messages.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, idempotencyKey } from '../../testing/client.ts';
import { newAddress, newUser, resend, signUp, verify } from '../../testing/email-calls.ts';
import { mailedToken } from '../../testing/mailbox.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
beforeAll(async () => {
  // With the limits of a deployment.
  app = await startApp({ env: { RATE_LIMIT_SCALE: '1' } });
  root = await superAdminOf(app);
});
afterAll(() => app.close());

const IP = /\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{1,4}:){3,7}[0-9a-f]{1,4}\b|::1\b|::ffff:/i;

test('no event of all that people do holds an email address, a token or where they called from', async () => {
  const { client, userId } = await newUser(app);
  const address = newAddress();
  await client.post('/api/email/signup', { email: address, marketingOptIn: true }, idempotencyKey());
  const token = await mailedToken(client, address);
  await resend(client, address);
  expect((await verify(client, token)).status).toBe(200);
  await signUp(createTestClient(app.url), newAddress());
  for (const platform of ['twitter', 'youtube', 'instagram']) {
    const connected = await client.post(
      '/api/social/connect',
      { platform, handle: `@anna_${platform}` },
      idempotencyKey(),
    );
    expect(connected.status).toBe(200);
  }
  const task = { platform: 'twitter', taskType: 'follow' };
  expect((await client.post('/api/social/verify', task, idempotencyKey())).body).toMatchObject({
    verified: true,
  });
  const wallet = client.account.address;
  const acts = [
    await client.put(`/api/users/${wallet}/username`, { username: 'Anna_Fox' }, idempotencyKey()),
    await client.post('/api/rewards/check-in', {}, idempotencyKey()),
    await client.post('/api/whitelist', {}, idempotencyKey()),
    await client.post('/api/rewards/claim', {}, idempotencyKey()),
    await root.post('/api/admin/send-reward', { walletAddress: wallet, amount: '5', reason: 'Thanks' }),
    await root.post('/api/admin/clear-balance', { userId }),
    await root.get('/api/admin/export-emails'),
    await root.get('/api/admin/export-users'),
  ];
  expect(acts.map(({ status }) => status)).toEqual(acts.map(() => 200));
  expect((await client.get('/api/admin/users', { 'x-wallet-address': wallet })).status).toBe(403);
  for (const dryRun of [true, false]) {
    const reward = { walletAddress: wallet, amount: '5', reason: `For ${address}, thanks`, dryRun };
    expect(await root.post('/api/admin/send-reward', reward)).toMatchObject({
      status: 400,
      body: { message: reasonTexts.noAddresses },
    });
  }

  const events = await readLedgerAt(app.eventStoreUrl);
  const seen = new Set(events.map(({ type }) => type));
  for (const type of ['EmailVerified', 'SocialConnected', 'DataExported', 'AccessDenied', 'RewardsClaimed']) {
    expect(seen).toContain(type);
  }
  for (const event of events) {
    const text = JSON.stringify(event, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}` : value,
    );
    expect(text, event.type).not.toContain('@');
    expect(text, event.type).not.toMatch(IP);
    expect(text, event.type).not.toContain(token);
    expect(text, event.type).not.toContain(address.split('@')[0]);
  }
});

test('an admin takes thirty files an hour, and each is noted', async () => {
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  const answers = [];
  for (let n = 0; n < 31; n++) answers.push(await root.get('/api/admin/export-wallets'));
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { message: refusals.tooManyRequests } });
  expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(60);
  const taken = answers.filter(({ status }) => status === 200).length;
  const noted = (await readLedgerAt(app.eventStoreUrl)).slice(before);
  expect(noted.filter(({ type }) => type === 'DataExported')).toHaveLength(taken);
});
