import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminAnswers } from '../../../contracts/admin-messages.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { shortenAddress } from '../../../contracts/wallet-address-text.ts';
import { type AdminClient, asAdmin, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, done, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { expectEqualFold } from '../../testing/equal-fold.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

// Two admins at two replicas have the same question open about a reward that needs a second admin.

const LIMITS = { MAX_REWARD: '100' };

let app: TestApp;
let replica: TestApp;
let root: AdminClient;
let anna: AdminClient;
/** Signed in at the other replica. */
let ben: AdminClient;
beforeAll(async () => {
  app = await startApp({ env: LIMITS });
  root = await superAdminOf(app);
  const env = {
    ...LIMITS,
    EVENTSTORE_URL: app.eventStoreUrl,
    DATABASE_URL: app.databaseUrl,
    VAULT_KEY: (await readFile(`${app.dataDir}/vault.key`, 'utf8')).trim(),
    SUPER_ADMIN_WALLET: root.address,
    PUBLIC_URL: app.url,
  };
  replica = await startApp({ env });
  anna = await newAdmin(app, root);
  const { privateKey } = (await newAdmin(app, root)).client;
  const client = createTestClient(replica.url, privateKey, { origin: new URL(app.url).origin });
  await done(client.connect());
  ben = asAdmin(client);
});
afterAll(async () => {
  await expectEqualFold(app);
  await replica.close();
  await app.close();
});

type User = { readonly walletAddress: string; readonly userId: string };
type Open = { readonly requests: readonly { readonly id: string; readonly userId: string }[] };

async function newUser(): Promise<User> {
  const client: TestClient = createTestClient(app.url);
  const { body } = await done(client.connect());
  return { walletAddress: client.account.address, userId: body.user.id };
}

const ask = (by: AdminClient, { walletAddress }: User, beside: Record<string, string> = {}) =>
  by.post(
    '/api/admin/send-reward',
    { walletAddress, amount: '101', reason: 'Prize' },
    { ...idempotencyKey(), ...beside },
  );
const approve = (by: AdminClient, requestId: string, beside: Record<string, string>) =>
  by.post('/api/admin/reward-requests/approve', { requestId }, { ...idempotencyKey(), ...beside });
/** What the approver's page was shown. */
async function shown(by: AdminClient, requestId: string): Promise<Record<string, string>> {
  const { body } = await done(by.post('/api/admin/reward-requests/approve', { requestId, dryRun: true }, {}));
  return { [HEADERS.equalReward]: String(body.equalTo ?? 'none') };
}

/** Two equal requests that wait, and are known to. */
async function twoThatWait(user: User): Promise<readonly [string, string]> {
  await done(ask(root, user));
  const second = await done(ask(root, user));
  const { body } = await anna.get<Open>('/api/admin/reward-requests?state=open&limit=100', second);
  const [one, other] = body.requests.filter(({ userId }) => userId === user.userId).map(({ id }) => id);
  if (!one || !other) throw new Error('the two requests do not wait');
  return [one, other];
}

async function happenedTo({ userId }: User, type: string): Promise<number> {
  const events = await readLedgerAt(app.eventStoreUrl);
  return events.filter(({ data, ...event }) => {
    const { source } = data as { readonly source?: string };
    const isOf = event.stream === `account-${userId}` || Reflect.get(Object(data), 'userId') === userId;
    return event.type === type && isOf && (source === undefined || source === 'admin');
  }).length;
}

test('two of them that are confirmed in one moment become one request, and who asked second is told of the first', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await newUser();
    const nothing = { [HEADERS.equalReward]: 'none' };
    const asked = await Promise.all([ask(anna, user, nothing), ask(ben, user, nothing)]);
    expect(asked.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(asked.find(({ status }) => status === 409)?.body).toMatchObject({
      error: 'RewardSentSince',
      message: expect.stringContaining('already waits for a second admin'),
    });
    expect(await happenedTo(user, 'RewardRequested')).toBe(1);
  }
});

test('who was shown that an equal one waits is asked anew once that was sent', async () => {
  const user = await newUser();
  const [first, second] = await twoThatWait(user);
  const [toAnna, toBen] = [await shown(anna, first), await shown(ben, second)];
  const { body } = await done(approve(anna, first, toAnna));
  const told = adminAnswers.rewardBefore('101.00', String(body.username), {
    ...{ state: 'sent', by: shortenAddress(anna.address), age: 0, isSameReason: true },
  });
  expect(await approve(ben, second, toBen)).toMatchObject({
    status: 409,
    body: { error: 'RewardSentSince', message: adminAnswers.rewardSince(told) },
  });
  expect(await happenedTo(user, 'RewardGranted')).toBe(1);
  // Whoever knows of it, and still means it.
  const anew = await shown(ben, second);
  await done(approve(ben, second, anew));
  expect(await happenedTo(user, 'RewardGranted')).toBe(2);
});

test('of two that are approved in one moment, each by who was shown that the other waits, one is sent', async () => {
  for (let round = 0; round < 5; round += 1) {
    const user = await newUser();
    const [first, second] = await twoThatWait(user);
    const [toAnna, toBen] = [await shown(anna, first), await shown(ben, second)];
    const approved = await Promise.all([approve(anna, first, toAnna), approve(ben, second, toBen)]);
    expect(approved.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(approved.find(({ status }) => status === 409)?.body.error).toBe('RewardSentSince');
    expect(await happenedTo(user, 'RewardGranted')).toBe(1);
  }
});
