import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rightTexts } from '../../../contracts/admin-messages.ts';
import { refusals, validation } from '../../../contracts/messages.ts';
import { endpoints } from '../../http/openapi.ts';
import { type AdminClient, asAdmin, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { crowdOf } from '../../testing/crowd.ts';
import { newUser } from '../../testing/email-calls.ts';
import { ledgerFromNow, readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
});
afterAll(() => app.close());

const ledger = () => readLedgerAt(app.eventStoreUrl);
const isNote = ({ type }: { type: string }) => type === 'AccessDenied';
/** What is appended from now on, when it is asked, but for how many refusals had no note: that comes by itself each minute. */
const sinceNow = async () => {
  const since = await ledgerFromNow(app.eventStoreUrl);
  return async () => (await since()).filter(({ type }) => type !== 'DenialsCounted');
};
/** The same but for notes of refusals. */
const othersFromNow = async () => {
  const since = await sinceNow();
  return async () => (await since()).filter((event) => !isNote(event));
};

/** Every call for admins, with a body that would do something. */
const adminCalls = endpoints
  .filter(({ access }) => access === 'admin' || access === 'superAdmin')
  .map(({ method, path, access }) => ({ method, path: path.replace(':raffleId', randomUUID()), access }));

const bodyFor = (userId: string, wallet: string) => ({
  walletAddress: wallet,
  amount: '5',
  reason: 'x',
  userId,
  userIds: [userId],
  username: 'anna',
  adminWallet: wallet,
  adminId: wallet,
  eventId: randomUUID(),
  winnerCount: 1,
  filename: 'song.mp3',
  trackId: randomUUID(),
});

// First: those below are refused so often that the minute's notes are used up.
test('a refusal is noted once a wallet, call and minute, with the wallet and without any address', async () => {
  const { client } = await newUser(app);
  const own = { 'x-wallet-address': client.account.address };
  for (let n = 0; n < 5; n++) await client.get('/api/admin/users?search=secret', own);
  const notes = (await ledger()).filter(
    (event) => isNote(event) && event.metadata.actor.wallet === client.account.address,
  );
  expect(new Set(notes.map(({ data }) => JSON.stringify(data)))).toEqual(
    new Set(['{"action":"GET /api/admin/users"}']),
  );
  // Two only where the minute has just ended.
  expect(notes.length).toBeLessThanOrEqual(2);
});

describe.each(adminCalls)('$method $path', ({ method, path, access }) => {
  const call = (client: ReturnType<typeof createTestClient>, headers: Record<string, string>) =>
    method === 'GET'
      ? client.get<{ message: string }>(path, headers)
      : client.post<{ message: string }>(
          path,
          bodyFor(randomUUID(), createTestClient(app.url).account.address),
          headers,
        );

  test('no session: 401, and nothing happens', async () => {
    const since = await sinceNow();
    expect(await call(createTestClient(app.url), {})).toMatchObject({ status: 401 });
    const forged = await call(createTestClient(app.url), { 'x-wallet-address': root.address });
    expect(forged).toMatchObject({ status: 401, body: { message: refusals.notSignedIn } });
    expect(await since()).toEqual([]);
  });

  test("a user's session: 403 with the own wallet, without, and with the super admin's", async () => {
    const { client } = await newUser(app);
    const others = await othersFromNow();
    for (const headers of [
      { 'x-wallet-address': client.account.address },
      { 'x-wallet-address': '' },
      { 'x-wallet-address': root.address },
      { 'x-wallet-address': root.address.toLowerCase() },
    ]) {
      expect((await call(client, headers)).status).toBe(403);
    }
    expect(await others()).toEqual([]);
  });

  test('who was an admin a moment ago: 401 with the old session, 403 with a new one, no event', async () => {
    const gone = await newAdmin(app, root);
    await root.post('/api/admin/remove-admin', { adminId: gone.address });
    const headers = { 'x-wallet-address': gone.address };
    const others = await othersFromNow();
    expect((await call(gone.client, headers)).status).toBe(401);
    await gone.client.connect();
    expect((await call(gone.client, headers)).status).toBe(403);
    expect(await others()).toEqual([]);
  });

  if (access === 'superAdmin') {
    test('an admin is not the super admin: 403, and no event', async () => {
      const admin = await newAdmin(app, root);
      const others = await othersFromNow();
      const answer = await call(admin.client, { 'x-wallet-address': admin.address });
      const isHistory = /activity/.test(path);
      expect(answer).toMatchObject({
        status: 403,
        body: {
          message: isHistory ? refusals.activityHistorySuperAdminOnly : refusals.superAdminOnly,
        },
      });
      expect(await others()).toEqual([]);
    });
  }
});

describe('admins', () => {
  test('are listed with who added them; the super admin comes first and is the original', async () => {
    const admin = await newAdmin(app, root);
    const { body } = await root.get<{ admins: Record<string, unknown>[] }>('/api/admin/admin-wallets');
    expect(body.admins[0]).toMatchObject({
      wallet_address: root.address,
      isOriginal: true,
      added_by: null,
      is_active: true,
    });
    expect(body.admins.find(({ id }) => id === admin.address)).toMatchObject({
      wallet_address: admin.address,
      isOriginal: false,
      added_by: root.address,
      username: expect.stringMatching(/^evo_/),
    });
    expect((await admin.client.get('/api/session')).body).toMatchObject({ session: { role: 'admin' } });
  });

  test('a new one acts at once, adds others, and cannot remove them', async () => {
    const anna = await newAdmin(app, root);
    const ben = await newAdmin(app, anna);
    const { client } = await newUser(app);
    const reward = { walletAddress: client.account.address, amount: '1', reason: 'Hello' };
    expect((await ben.post('/api/admin/send-reward', reward)).status).toBe(200);
    const { body } = await root.get<{ admins: { id: string; added_by: string }[] }>(
      '/api/admin/admin-wallets',
    );
    expect(body.admins.find(({ id }) => id === ben.address)?.added_by).toBe(anna.address);
    expect(await ben.post('/api/admin/remove-admin', { adminId: anna.address })).toMatchObject({
      status: 403,
      body: { message: refusals.superAdminOnly },
    });
  });

  test('adding one twice is refused, in any case of the address, and so is adding the super admin', async () => {
    const admin = await newAdmin(app, root);
    for (const adminWallet of [admin.address, admin.address.toLowerCase(), root.address]) {
      expect(await root.post('/api/admin/add-admin', { adminWallet })).toMatchObject({
        status: 409,
        body: { message: refusals.alreadyAnAdmin },
      });
    }
  });

  test.each([
    [{}, validation.adminWalletRequired],
    [{ adminWallet: '' }, validation.adminWalletRequired],
    [{ adminWallet: '0x12' }, validation.adminWalletInvalid],
    [{ adminWallet: `x0${'1'.repeat(40)}` }, validation.adminWalletInvalid],
  ])('adding %j says what is wrong', async (body, message) => {
    expect(await root.post('/api/admin/add-admin', body)).toMatchObject({ status: 400, body: { message } });
  });

  test('the original admin cannot be removed, nor who is none', async () => {
    expect(await root.post('/api/admin/remove-admin', { adminId: root.address })).toMatchObject({
      status: 403,
      body: { message: refusals.originalAdmin },
    });
    const nobody = createTestClient(app.url).account.address;
    expect((await root.post('/api/admin/remove-admin', { adminId: nobody })).status).toBe(404);
  });

  test('who was removed from another device a moment ago is told as no admin, and not as no wallet', async () => {
    const { address } = await newAdmin(app, root);
    expect((await root.post('/api/admin/remove-admin', { adminId: address })).status).toBe(200);
    expect(await root.post('/api/admin/remove-admin', { adminId: address })).toMatchObject({
      status: 404,
      body: { message: 'This wallet is no admin' },
    });
  });

  test('twenty clicks on add make one event, and the same key gives the same answer', async () => {
    const adminWallet = createTestClient(app.url).account.address;
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => root.post('/api/admin/add-admin', { adminWallet }, key)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const added = (await ledger()).filter(
      ({ type, data }) => type === 'AdminAdded' && 'wallet' in data && data.wallet === adminWallet,
    );
    expect(added).toHaveLength(1);
  });

  test('whose right was taken and given again keeps the new session, though the removal is sent once more', async () => {
    const { address, client } = await newAdmin(app, root);
    const key = { 'idempotency-key': randomUUID() };
    const remove = () => root.post('/api/admin/remove-admin', { adminId: address }, key);
    expect(await remove()).toMatchObject({
      status: 200,
      body: { message: `${address} is no longer an admin, and its sessions have ended` },
    });
    await client.connect();
    expect(await root.post('/api/admin/add-admin', { adminWallet: address })).toMatchObject({
      status: 200,
      body: { message: `${address} is an admin now` },
    });
    const again = await remove();
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect((await client.get('/api/session')).body).toMatchObject({ session: { role: 'admin' } });
  });

  test('removed while sending without pause: nothing is granted after the removal', async () => {
    const admin = await newAdmin(app, root);
    const { client, userId } = await newUser(app);
    let running = true;
    const send = async () => {
      while (running) {
        const reward = { walletAddress: client.account.address, amount: '1', reason: 'Again' };
        const { status } = await admin.post('/api/admin/send-reward', reward);
        if (status !== 200) return status;
      }
      return 200;
    };
    const senders = Promise.all(Array.from({ length: 8 }, send));
    await new Promise((resolve) => setTimeout(resolve, 150));
    await root.post('/api/admin/remove-admin', { adminId: admin.address });
    const statuses = await senders;
    running = false;
    expect(new Set(statuses.filter((status) => status !== 401 && status !== 403))).toEqual(new Set());
    const all = await ledger();
    const removal = all.findIndex(
      ({ type, data }) => type === 'AdminRemoved' && 'wallet' in data && data.wallet === admin.address,
    );
    const late = all
      .slice(removal)
      .filter(({ type, stream }) => type === 'RewardGranted' && stream === `account-${userId}`);
    // What was decided before the removal may still be on its way when that is appended.
    expect(late.length).toBeLessThanOrEqual(8);
    const since = await sinceNow();
    expect((await admin.client.get('/api/session')).body).toEqual({ session: null });
    expect(await since()).toEqual([]);
  });
});

describe('a refusal', () => {
  test('floods of new wallets do not flood the ledger', async () => {
    const wallets = await crowdOf(20, () => newUser(app));
    const reads = adminCalls.filter(({ method }) => method === 'GET');
    const since = await sinceNow();
    const startedAt = performance.now();
    const refusals = wallets.flatMap(({ client }) => {
      const own = { 'x-wallet-address': client.account.address };
      return reads.map(({ path }) => client.get(path, own));
    });
    await Promise.all(refusals);
    // A note for each wallet, and 60 a minute beyond those; a minute may have begun before.
    const minutes = 1 + Math.ceil((performance.now() - startedAt) / 60_000);
    const most = wallets.length + 60 * minutes;
    expect(refusals.length).toBeGreaterThan(2 * most);
    expect((await since()).filter(isNote).length).toBeLessThanOrEqual(most);
  });
});

test('a user who is an admin is not removed before the right is', async () => {
  const admin = await newAdmin(app, root);
  const { body } = await admin.client.get<{ session: { userId: string } }>('/api/session');
  for (const { client } of [admin, asAdmin(root.client)]) {
    const { body: of } = await client.get<{ session: { userId: string } }>('/api/session');
    expect(await root.post('/api/admin/remove-user', { userId: of.session.userId })).toMatchObject({
      status: 409,
      body: { message: refusals.accountOfAdmin },
    });
  }
  await root.post('/api/admin/remove-admin', { adminId: admin.address });
  expect((await root.post('/api/admin/remove-user', { userId: body.session.userId })).status).toBe(200);
});

test('whose account was removed is given no right before it is let in again', async () => {
  const { client, userId } = await newUser(app);
  const { address } = client.account;
  await root.post('/api/admin/remove-user', { userId });
  const give = () => root.post('/api/admin/add-admin', { adminWallet: address });
  const refused = { status: 409, body: { message: rightTexts.accountRemoved } };
  expect(await give()).toMatchObject(refused);
  expect(await root.post('/api/admin/auditors/add', { auditorWallet: address })).toMatchObject(refused);
  const removal = (await ledger()).find(
    ({ type, stream }) => type === 'AccountRemoved' && stream.endsWith(userId),
  );
  expect((await root.post('/api/admin/undo', { eventId: removal?.id })).status).toBe(200);
  expect((await give()).status).toBe(200);
});
