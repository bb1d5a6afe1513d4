import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminAnswers } from '../../../contracts/admin-messages.ts';
import { SHOWN_LIMIT } from '../../../contracts/api/sent-as-shown.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, done, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let now = Date.UTC(2027, 0, 1, 23, 59, 30);
let app: TestApp;
let admin: AdminClient;
beforeAll(async () => {
  app = await startApp({ env: { MAX_REWARD: '100', MAX_REWARDS_A_DAY: '100' }, clock: () => now });
  admin = await newAdmin(app, await superAdminOf(app));
});
afterAll(async () => {
  await expectEqualFold(app);
  await app.close();
});

async function newUser(): Promise<TestClient & { readonly userId: string }> {
  const client = createTestClient(app.url);
  const { body } = await done(client.connect());
  return { ...client, userId: body.user.id };
}

const send = (to: TestClient, amount: string, more: object, headers: Record<string, string> = {}) =>
  admin.post(
    '/api/admin/send-reward',
    { walletAddress: to.account.address, amount, reason: 'Prize', ...more },
    headers,
  );

async function grantsTo({ userId }: { readonly userId: string }): Promise<number> {
  const events = await readLedgerAt(app.eventStoreUrl);
  return events.filter(
    ({ stream, type, data }) =>
      stream === `account-${userId}` &&
      type === 'RewardGranted' &&
      Reflect.get(Object(data), 'source') === 'admin',
  ).length;
}

test('two equal rewards that two pages confirm in the same moment are one, and the other page is told of it', async () => {
  const user = await newUser();
  const confirm = () => send(user, '4', {}, { ...idempotencyKey(), [HEADERS.equalReward]: 'none' });
  const answers = await Promise.all([confirm(), confirm(), confirm()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: 'RewardSentSince',
    message: expect.stringContaining('4.00 EVO was already sent to'),
  });
  expect(await grantsTo(user)).toBe(1);
});

test('who was shown late in the evening that a second admin is asked sends nothing at once when a new day has begun', async () => {
  const user = await newUser();
  // Together with whatever else was sent on this day.
  await send(user, '80', {}, idempotencyKey());
  const would = await done(send(user, '50', { dryRun: true }));
  expect(would.body).toMatchObject({ above: 'day' });
  const shown = { [HEADERS.equalReward]: 'none', [SHOWN_LIMIT]: String(would.body.above) };
  const grants = await grantsTo(user);
  now = Date.UTC(2027, 0, 2, 0, 0, 30);
  expect(await send(user, '50', {}, { ...idempotencyKey(), ...shown })).toMatchObject({
    status: 409,
    body: { error: 'NeedsNoSecondAdmin', message: adminAnswers.rewardAtOnce },
  });
  expect(await grantsTo(user)).toBe(grants);
  // Who is asked anew means it.
  const anew = await done(send(user, '50', { dryRun: true }));
  expect(anew.body.above).toBeNull();
  const sent = await send(user, '50', {}, { ...idempotencyKey(), [HEADERS.equalReward]: 'none' });
  expect(sent).toMatchObject({ status: 200, body: { above: null } });
  expect(await grantsTo(user)).toBe(grants + 1);
});
