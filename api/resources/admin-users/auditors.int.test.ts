import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals } from '../../../contracts/messages.ts';
import { endpoints } from '../../http/openapi.ts';
import { type AdminClient, asAdmin, newAdmin, superAdminOf } from '../../testing/admin.ts';
import { createTestClient } from '../../testing/client.ts';
import { newUser, signUp } from '../../testing/email-calls.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let root: AdminClient;
let auditor: AdminClient;
beforeAll(async () => {
  app = await startApp();
  root = await superAdminOf(app);
  auditor = await newAuditor();
});
afterAll(() => app.close());

async function newAuditor(): Promise<AdminClient> {
  const client = createTestClient(app.url);
  await client.connect();
  const auditorWallet = client.account.address;
  expect((await root.post('/api/admin/auditors/add', { auditorWallet })).status).toBe(200);
  return asAdmin(client);
}

/** Of events that say more than that somebody was refused. */
const acts = async () =>
  (await readLedgerAt(app.eventStoreUrl)).filter(({ type }) => !/^(AccessDenied|DenialsCounted)$/.test(type));

/** What an auditor may read, written down here a second time: whatever else there is, is refused. */
const READ: Readonly<Record<string, string>> = {
  'GET /api/admin/admin-wallets': '',
  'GET /api/admin/auditors': '',
  'GET /api/admin/users': '',
  'GET /api/admin/stats': '',
  'GET /api/admin/clusters': '?kind=network',
  'GET /api/admin/cluster': '?kind=held&key=all',
  'GET /api/admin/faucet': '',
  'GET /api/admin/mass-act': '',
  'GET /api/admin/set-aside': '',
  'GET /api/admin/activity-history': '',
  'GET /api/admin/inbox': '',
  'GET /api/admin/reward-requests': '?state=open',
  'GET /api/admin/raffles/:raffleId': '',
  'GET /api/admin/music': '',
  'GET /api/admin/events': '',
};

const adminCalls = endpoints
  .filter(({ access }) => access === 'admin' || access === 'superAdmin')
  .map((endpoint) => ({ ...endpoint, call: `${endpoint.method} ${endpoint.path}` }));

test('what an auditor may read are lists, and every one of them is there', () => {
  expect(
    adminCalls
      .filter(({ forAuditors }) => forAuditors)
      .map(({ call }) => call)
      .sort(),
  ).toEqual(Object.keys(READ).sort());
  for (const { forAuditors, method, command, path } of adminCalls) {
    if (forAuditors) expect([method, command, /export/.test(path)]).toEqual(['GET', false, false]);
  }
  expect(endpoints.filter(({ access, forAuditors }) => forAuditors && !/admin/i.test(access))).toEqual([]);
});

const body = () => ({
  ...{ walletAddress: auditor.address, adminWallet: auditor.address, auditorWallet: auditor.address },
  ...{ adminId: auditor.address, auditorId: auditor.address, amount: '5', reason: 'x', username: 'anna' },
  ...{ userId: randomUUID(), userIds: [randomUUID()], eventId: randomUUID(), trackId: randomUUID() },
  ...{ winnerCount: 1, filename: 'song.mp3', requestId: randomUUID(), id: randomUUID() },
});

describe.each(adminCalls)('$call by an auditor', ({ method, path, call, produces }) => {
  const at = `${path.replace(':raffleId', randomUUID())}${READ[call] ?? ''}`;
  if (produces === 'text/event-stream') {
    test('is let in', async () => {
      const cookie = await cookieOf(auditor);
      const stop = new AbortController();
      const headers = { cookie, 'x-wallet-address': auditor.address };
      const answer = await fetch(`${app.url}${at}`, { headers, signal: stop.signal });
      expect(answer.status).toBe(200);
      stop.abort();
    });
  } else if (call in READ) {
    test('is answered', async () => {
      const { status } = await auditor.get(at);
      expect(status).toBe(path.includes(':') ? 404 : 200);
    });
  } else {
    test('is refused, and nothing happens', async () => {
      const before = await acts();
      const answer = await (method === 'GET' ? auditor.get(at) : auditor.post(at, body()));
      expect(answer).toMatchObject({ status: 403, body: { message: refusals.auditorReadsOnly } });
      expect(await acts()).toHaveLength(before.length);
    });
  }
});

/** The cookie of a new session of its wallet. */
async function cookieOf({ client }: AdminClient): Promise<string> {
  const { headers } = await client.connect();
  return headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
}

test('an auditor sees no mailbox, and finds nobody by one', async () => {
  const { client, userId } = await newUser(app);
  const email = `anna.${randomUUID()}@example.com`;
  await signUp(client, email);
  type Users = { users: { id: string; email: string | null; walletAddress: string }[] };
  const found = async (who: AdminClient, search: string) =>
    (await who.get<Users>(`/api/admin/users?search=${encodeURIComponent(search)}`)).body.users;
  // The searchable addresses follow the ledger by themselves.
  await expect.poll(() => found(root, email)).toMatchObject([{ id: userId, email }]);
  const wallet = client.account.address;
  expect(await found(auditor, email)).toEqual([]);
  expect(await found(auditor, email.slice(0, 20))).toEqual([]);
  expect(await found(auditor, wallet)).toMatchObject([{ id: userId, email: null, walletAddress: wallet }]);
  const { body: all } = await auditor.get(`/api/admin/users?limit=500`);
  expect(JSON.stringify(all)).not.toContain('@');
});

test('nobody is asked to sign what they may not do: no auditor any act, and no admin one of the super admin', async () => {
  const admin = await newAdmin(app, root);
  const auditorWallet = createTestClient(app.url).account.address;
  for (const [who, operation, input, message] of [
    [auditor, '/api/admin/reset-rewards', {}, refusals.auditorReadsOnly],
    [admin, '/api/admin/auditors/add', { auditorWallet }, refusals.superAdminOnly],
  ] as const) {
    expect(await who.post('/api/wallet/act-challenge', { operation, input })).toMatchObject({
      status: 403,
      body: { message },
    });
  }
});

test('the right is gone with the event that takes it: the old session and a new one', async () => {
  const gone = await newAuditor();
  expect((await gone.client.get('/api/session')).body).toMatchObject({ session: { role: 'auditor' } });
  expect((await gone.get('/api/admin/users')).status).toBe(200);
  expect(
    (await root.post('/api/admin/auditors/remove', { auditorId: gone.address.toLowerCase() })).status,
  ).toBe(200);
  expect((await gone.get('/api/admin/users')).status).toBe(401);
  await gone.client.connect();
  expect(await gone.get('/api/admin/users')).toMatchObject({
    status: 403,
    body: { message: refusals.adminOnly },
  });
  expect((await gone.client.get('/api/session')).body).toMatchObject({ session: { role: 'user' } });
  const { body } = await root.get<{ activities: { action_type: string; description: string }[] }>(
    '/api/admin/activity-history?type=auditor_removed',
  );
  expect(body.activities[0]?.description).toBe(`Removed auditor ${gone.address}`);
});

test('whose right was taken and given again keeps the new session, though the removal is sent once more', async () => {
  const { address, client } = await newAuditor();
  const key = { 'idempotency-key': randomUUID() };
  const remove = () => root.post('/api/admin/auditors/remove', { auditorId: address }, key);
  expect(await remove()).toMatchObject({
    status: 200,
    body: { message: `${address} is no longer an auditor, and its sessions have ended` },
  });
  await client.connect();
  expect(await root.post('/api/admin/auditors/add', { auditorWallet: address })).toMatchObject({
    status: 200,
    body: { message: `${address} is an auditor now` },
  });
  const again = await remove();
  expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  expect((await client.get('/api/session')).body).toMatchObject({ session: { role: 'auditor' } });
});

test('no admin locks an auditor out by removing the account', async () => {
  const admin = await newAdmin(app, root);
  const { body } = await auditor.client.get<{ session: { userId: string } }>('/api/session');
  const { userId } = body.session;
  for (const who of [admin, root]) {
    expect(await who.post('/api/admin/remove-user', { userId })).toMatchObject({
      status: 409,
      body: { message: refusals.accountOfAuditor },
    });
  }
});

test('only the super admin names auditors, with a signature, and nobody who is an admin', async () => {
  const admin = await newAdmin(app, root);
  const { client } = await newUser(app);
  const auditorWallet = client.account.address;
  expect(await admin.post('/api/admin/auditors/add', { auditorWallet })).toMatchObject({ status: 403 });
  expect(await admin.post('/api/admin/auditors/remove', { auditorId: auditor.address })).toMatchObject({
    status: 403,
  });
  const headers = { 'x-wallet-address': root.address, 'idempotency-key': randomUUID() };
  const unsigned = await root.client.postUnsigned('/api/admin/auditors/add', { auditorWallet }, headers);
  expect(unsigned).toMatchObject({ status: 403, body: { error: 'SignatureNeeded' } });
  for (const wallet of [admin.address, root.address]) {
    expect(await root.post('/api/admin/auditors/add', { auditorWallet: wallet })).toMatchObject({
      status: 409,
      body: { message: refusals.alreadyAnAdmin },
    });
  }
  expect(await root.post('/api/admin/add-admin', { adminWallet: auditor.address })).toMatchObject({
    status: 409,
    body: { message: refusals.alreadyAnAuditor },
  });
  expect(await root.post('/api/admin/auditors/remove', { auditorId: admin.address })).toMatchObject({
    status: 404,
  });
  const listed = await admin.get<{ auditors: { id: string; addedBy: string }[] }>('/api/admin/auditors');
  expect(listed.body.auditors).toContainEqual(
    expect.objectContaining({ id: auditor.address, addedBy: root.address }),
  );
});
