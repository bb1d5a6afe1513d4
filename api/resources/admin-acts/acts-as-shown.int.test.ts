import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adminAnswers } from '../../../contracts/admin-messages.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { refusals } from '../../../contracts/messages.ts';
import { shortenAddress } from '../../../contracts/wallet-address-text.ts';
import { type AdminClient, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient, done, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

// Two admins have the same question open, and one of them confirms it first.

let app: TestApp;
let anna: AdminClient;
let ben: AdminClient;
let root: AdminClient;
beforeAll(async () => {
  app = await startApp({ env: { MAX_REWARD: '100' } });
  root = await superAdminOf(app);
  anna = await newAdmin(app, root);
  ben = await newAdmin(app, root);
});
afterAll(() => app.close());

type User = { readonly walletAddress: string; readonly userId: string; readonly client: TestClient };

async function newUser(): Promise<User> {
  const client = createTestClient(app.url);
  const { body } = await done(client.connect());
  return { walletAddress: client.account.address, userId: body.user.id, client };
}

/** Amounts that an account was granted by hand, in the ledger. */
async function sentTo({ userId }: User): Promise<string[]> {
  const events = await readLedgerAt(app.eventStoreUrl);
  return events
    .filter(({ stream, type }) => stream === `account-${userId}` && type === 'RewardGranted')
    .map(({ data }) => data as { amount: string; source: string })
    .filter(({ source }) => source === 'admin')
    .map(({ amount }) => amount);
}

describe('a reward', () => {
  const send = (by: AdminClient, to: User, amount: string, headers = idempotencyKey(), more: object = {}) =>
    by.post(
      '/api/admin/send-reward',
      { walletAddress: to.walletAddress, amount, reason: 'Prize', ...more },
      headers,
    );
  const shown = async (by: AdminClient, to: User, amount: string) => {
    const { body } = await send(by, to, amount, {}, { dryRun: true });
    return { [HEADERS.equalReward]: String(body.equalTo ?? 'none') };
  };

  test('that another admin has sent since its question was answered is not sent once more, and the refusal tells of it', async () => {
    const user = await newUser();
    const [first, second] = [await shown(anna, user, '7'), await shown(ben, user, '7')];
    expect(first).toEqual({ [HEADERS.equalReward]: 'none' });
    const key = idempotencyKey();
    const { body } = await done(send(anna, user, '7', { ...key, ...first }));
    const told = adminAnswers.rewardBefore('7.00', String(body.username), {
      ...{ state: 'sent', by: shortenAddress(anna.address), age: 0, isSameReason: true },
    });
    expect(await send(ben, user, '7', { ...idempotencyKey(), ...second })).toMatchObject({
      status: 409,
      body: { error: 'RewardSentSince', message: adminAnswers.rewardSince(told) },
    });
    expect(await sentTo(user)).toEqual(['7']);
    // Another amount is another reward, and so is an equal one of who was told.
    expect((await send(ben, user, '8', { ...idempotencyKey(), ...second })).status).toBe(200);
    const anew = await shown(ben, user, '7');
    expect((await send(ben, user, '7', { ...idempotencyKey(), ...anew })).status).toBe(200);
    // Whose answer was lost hears of the own one, whatever came since.
    const again = await send(anna, user, '7', { ...key, ...first });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await sentTo(user)).toEqual(['7', '8', '7']);
  });

  test('that waits for a second admin since is not asked for once more', async () => {
    const user = await newUser();
    const [first, second] = [await shown(anna, user, '101'), await shown(ben, user, '101')];
    const key = idempotencyKey();
    const asked = await done(send(anna, user, '101', { ...key, ...first }));
    expect(asked.body.above).toBe('reward');
    const refused = await send(ben, user, '101', { ...idempotencyKey(), ...second });
    expect([refused.status, refused.body.error]).toEqual([409, 'RewardSentSince']);
    expect((await send(anna, user, '101', { ...key, ...first })).status).toBe(200);
  });

  test('is not approved where an equal one was sent since, unless the approver knows', async () => {
    const user = await newUser();
    const asked = await done(send(anna, user, '99.5'));
    expect(asked.body.above).toBeNull();
    const waits = await done(send(anna, user, '102'));
    const { body } = await ben.get<{ requests: { id: string; userId: string }[] }>(
      '/api/admin/reward-requests?state=open&limit=100',
      waits,
    );
    const requestId = body.requests.find(({ userId }) => userId === user.userId)?.id;
    const approve = (by: AdminClient, more: object, headers: Record<string, string>) =>
      by.post('/api/admin/reward-requests/approve', { requestId, ...more }, headers);
    const before = await approve(ben, { dryRun: true }, {});
    expect(before.body.equalTo).toBeUndefined();
    const other = await done(send(root, user, '102'));
    const refused = await approve(ben, {}, { ...idempotencyKey(), [HEADERS.equalReward]: 'none' });
    expect([refused.status, refused.body.error]).toEqual([409, 'RewardSentSince']);
    expect(await sentTo(user)).toEqual(['99.5']);
    await ben.get('/api/admin/users', other);
    const now = await approve(ben, { dryRun: true }, {});
    const knows = { ...idempotencyKey(), [HEADERS.equalReward]: String(now.body.equalTo) };
    expect((await approve(ben, {}, knows)).status).toBe(200);
    expect((await approve(ben, {}, knows)).status).toBe(200);
    expect(await sentTo(user)).toEqual(['99.5', '102']);
  });
});

describe('the App Rewards of a user', () => {
  const clear = (by: AdminClient, { userId }: User, headers: Record<string, string>, more: object = {}) =>
    by.post('/api/admin/clear-balance', { userId, ...more }, headers);
  const shown = async (by: AdminClient, user: User) => ({
    [HEADERS.shownAmount]: String((await clear(by, user, {}, { dryRun: true })).body.amount),
  });

  test('that another admin has cleared and given anew since are not cleared by who was shown those of before', async () => {
    const user = await newUser();
    const [first, second] = [await shown(anna, user), await shown(ben, user)];
    expect(first).toEqual({ [HEADERS.shownAmount]: '100' });
    const key = idempotencyKey();
    await done(clear(anna, user, { ...key, ...first }));
    await done(
      anna.post(
        '/api/admin/send-reward',
        { walletAddress: user.walletAddress, amount: '50.000000000000000001', reason: 'What is right' },
        idempotencyKey(),
      ),
    );
    expect(await clear(ben, user, { ...idempotencyKey(), ...second })).toMatchObject({
      status: 409,
      body: { error: 'ClearsOtherwise', message: refusals.clearsOtherwise },
    });
    // Whose answer was lost hears of the own one.
    expect(await clear(anna, user, { ...key, ...first })).toMatchObject({
      status: 200,
      body: { amount: '100' },
    });
    const anew = await shown(ben, user);
    expect(await clear(ben, user, { ...idempotencyKey(), ...anew })).toMatchObject({
      status: 200,
      body: { amount: '50.000000000000000001' },
    });
  });
});
