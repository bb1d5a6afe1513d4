import { once } from 'node:events';
import { request } from 'node:http';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sessionTexts } from '../../contracts/act-messages.ts';
import { createPool } from '../../projector/database.ts';
import { newAdmin, superAdminOf } from '../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../testing/client.ts';
import { holdSignIn } from '../testing/hold-sign-in.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let pool: Pool;

beforeAll(async () => {
  // A process whose clock stands: sessions live by the database's time.
  const started = Date.now();
  app = await startApp({ clock: () => started });
  pool = createPool(app.databaseUrl, { applicationName: 'sessions-test', maxConnections: 2 });
});
afterAll(async () => {
  await pool.end();
  await app.close();
});

const UA = {
  firefox: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  phone: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile Safari/604.1' },
};

async function signedIn(privateKey?: `0x${string}`, headers = {}): Promise<TestClient> {
  const client = createTestClient(app.url, privateKey);
  const answer = await client.post('/api/wallet/connect', await client.sign(), headers);
  expect(answer.status).toBe(200);
  return client;
}

/** Lets time pass for the sessions of a wallet: since they were opened, and since they were used. */
const age = ({ account }: TestClient, since: { opened?: string; used?: string }) =>
  pool.query(
    `update auth.sessions set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval,
       last_seen_at = last_seen_at - $3::interval
     where wallet_address = $1`,
    [account.address, since.opened ?? '0', since.used ?? '0'],
  );

const statusOf = async (client: TestClient, path = '/api/dashboard') =>
  (await client.get(path, { 'x-wallet-address': client.account.address })).status;

describe('a session ends by itself', () => {
  test.each([
    ['a week after the sign-in', { opened: '168 hours' }, { opened: '167 hours 59 minutes' }],
    ['three days after its last use', { used: '72 hours' }, { used: '71 hours 59 minutes' }],
  ])('%s, and not before', async (_, over, living) => {
    const client = await signedIn();
    await age(client, living);
    expect(await statusOf(client)).toBe(200);
    const late = await signedIn();
    await age(late, over);
    expect(await statusOf(late)).toBe(401);
    expect((await late.get('/api/session')).body).toEqual({ session: null });
  });

  test('its use counts from the minute on', async () => {
    const client = await signedIn();
    await age(client, { used: '71 hours' });
    expect(await statusOf(client)).toBe(200);
    await age(client, { used: '71 hours' });
    expect(await statusOf(client)).toBe(200);
  });

  test('at the time that it was given at its sign-in, whatever the settings say since', async () => {
    const client = await signedIn();
    await pool.query(
      `update auth.sessions set expires_at = now() - interval '1 second' where wallet_address = $1`,
      [client.account.address],
    );
    expect(await statusOf(client)).toBe(401);
  });

  test('what an open page asks by itself is no use of it', async () => {
    const client = await signedIn();
    await age(client, { used: '71 hours' });
    expect((await client.get('/api/dashboard', { 'x-unattended': '1' })).status).toBe(200);
    await age(client, { used: '1 hour' });
    expect(await statusOf(client)).toBe(401);
  });

  test.each([
    ['twelve hours after the sign-in', { opened: '12 hours' }, { opened: '11 hours 59 minutes' }],
    ['an hour after its last use', { used: '60 minutes' }, { used: '59 minutes' }],
  ])("an admin's %s, whatever is asked first", async (_, over, living) => {
    const root = (await superAdminOf(app)).client;
    await age(root, living);
    expect(await statusOf(root, '/api/admin/stats')).toBe(200);
    await age(root, over);
    expect(await statusOf(root)).toBe(401);
    expect(await statusOf(root, '/api/admin/stats')).toBe(401);
  });

  test('that of an admin who has done nothing as one yet ends as soon as any other of theirs', async () => {
    const root = (await superAdminOf(app)).client;
    await age(root, { used: '60 minutes' });
    expect(await statusOf(root)).toBe(401);
    // Of who became one since, the page that asks who is signed in is told that nobody is.
    const { client } = await newAdmin(app, await superAdminOf(app));
    await age(client, { used: '2 hours' });
    expect((await client.get('/api/session')).body).toEqual({ session: null });
    expect(await statusOf(client)).toBe(401);
  });

  test('not while it is used: an admin who acts every forty minutes stays signed in', async () => {
    const root = (await superAdminOf(app)).client;
    for (let act = 0; act < 4; act++) {
      await age(root, { used: '40 minutes' });
      expect(await statusOf(root, '/api/admin/stats')).toBe(200);
    }
  });

  test('that of a user who became an admin later has the limits of admins from its first act on', async () => {
    const root = await superAdminOf(app);
    const { client, get } = await newAdmin(app, root);
    await age(client, { used: '2 hours' });
    expect((await get('/api/admin/stats')).status).toBe(401);
    expect(await statusOf(client)).toBe(401);
    const again = await newAdmin(app, root);
    expect((await again.get('/api/admin/stats')).status).toBe(200);
    await age(again.client, { used: '2 hours' });
    expect(await statusOf(again.client)).toBe(401);
    // In use all the time, and opened longer ago than an admin's may be.
    const early = await newAdmin(app, root);
    await age(early.client, { opened: '13 hours' });
    expect((await early.get('/api/admin/stats')).status).toBe(401);
    expect(await statusOf(early.client)).toBe(401);
  });
});

test("a sign-in ends the session that the browser had, and no other of the wallet's", async () => {
  const elsewhere = await signedIn();
  const client = await signedIn(elsewhere.privateKey);
  const old = (await client.connect()).headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await client.get('/api/dashboard', { cookie: old })).status).toBe(200);
  await client.connect();
  expect((await client.get('/api/dashboard', { cookie: old })).status).toBe(401);
  expect([await statusOf(client), await statusOf(elsewhere)]).toEqual([200, 200]);
});

type Listed = { sessions: { id: string; device: string; isCurrent: boolean; lastSeenAt: string }[] };

test('a sign-in beside the removal of its account ends with it: no session is left that the removal has not seen', async () => {
  const root = await superAdminOf(app);
  const removed = await signedIn();
  const { session } = (await removed.get<{ session: { userId: string } }>('/api/session')).body;
  const browser = await signedIn();
  const held = await holdSignIn(pool, removed.account.address);
  try {
    const signingIn = browser.post('/api/wallet/connect', await removed.sign());
    await held.begun();
    expect(await root.post('/api/admin/remove-user', { userId: session.userId })).toMatchObject({
      status: 200,
    });
    await held.release();
    expect(await signingIn).toMatchObject({ status: 403, body: { error: 'AccountIsRemoved' } });
  } finally {
    await held.release();
  }
  const left = await pool.query('select from auth.sessions where wallet_address = $1', [
    removed.account.address,
  ]);
  expect(left.rowCount).toBe(0);
  // Who was refused is who the browser was before.
  expect(await statusOf(browser)).toBe(200);
});

test('the own sessions are those that live, the one that asks first, then the one that was used last', async () => {
  const first = await signedIn(undefined, UA.phone);
  const key = first.privateKey;
  await age(first, { used: '80 hours' });
  const second = await signedIn(key, UA.phone);
  await age(second, { used: '2 hours' });
  const third = await signedIn(key, {});
  await age(third, { used: '1 hour' });
  await signedIn(key, UA.firefox);
  const { body } = await second.get<Listed>('/api/wallet/sessions');
  expect(body.sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Safari on iOS', true],
    ['Firefox on Linux', false],
    [expect.not.stringContaining('Firefox'), false],
  ]);
});

test('a session of before its owner had everything erased says that its browser is not known any more', async () => {
  const here = await signedIn(undefined, UA.firefox);
  const erased = await here.post('/api/profile/erase-personal-data', {}, idempotencyKey());
  expect(erased.status).toBe(200);
  await signedIn(here.privateKey, UA.phone);
  const { body } = await here.get<Listed>('/api/wallet/sessions');
  expect(body.sessions.map(({ device }) => device)).toEqual([sessionTexts.unknownBrowser, 'Safari on iOS']);
});

test('the owner sees the sessions of the wallet, without an address of any network, and ends them all', async () => {
  const here = await signedIn(undefined, UA.firefox);
  const phone = await signedIn(here.privateKey, UA.phone);
  const stranger = await signedIn();
  const { body } = await here.get<Listed>('/api/wallet/sessions');
  expect(body.sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
    ['Firefox on Linux', true],
    ['Safari on iOS', false],
  ]);
  expect(Object.keys(body.sessions[0] ?? {}).sort()).toEqual([
    ...['createdAt', 'device', 'id', 'isCurrent', 'lastSeenAt'],
  ]);
  const { rows } = await pool.query('select * from auth.sessions');
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.0\.1|::1/);

  const ended = await phone.post('/api/wallet/sign-out-everywhere');
  expect(ended).toMatchObject({ status: 200, body: { ended: 2, message: '2 sessions ended' } });
  expect(ended.headers.get('set-cookie')).toMatch(/^evo_session=;.* expires=Thu, 01 Jan 1970/);
  expect([await statusOf(here), await statusOf(phone), await statusOf(stranger)]).toEqual([401, 401, 200]);
  expect((await createTestClient(app.url).post('/api/wallet/sign-out-everywhere')).status).toBe(401);
});

test('who ends them all hears how many were listed: one that was over before is none', async () => {
  const tablet = await signedIn();
  await age(tablet, { used: '72 hours' });
  const here = await signedIn(tablet.privateKey);
  const { body } = await here.get<Listed>('/api/wallet/sessions');
  expect(body.sessions).toHaveLength(1);
  expect((await here.post('/api/wallet/sign-out-everywhere')).body).toMatchObject({ ended: 1 });
  expect(await statusOf(here)).toBe(401);
});

test('what is sent slowly is done by no session that its owner has ended in the meantime', async () => {
  const stolen = await withCookie();
  const { client } = stolen;
  const slow = await begun(stolen, '/api/whitelist');
  // By then whoever looks for the session before the body has come has found it.
  for (let n = 0; n < 5; n++) expect(await statusOf(client)).toBe(200);
  const owner = await signedIn(client.privateKey);
  expect((await owner.post('/api/wallet/sign-out-everywhere')).body).toMatchObject({ ended: 2 });
  expect(await slow.end()).toBe(401);

  const again = await withCookie(client.privateKey);
  const { body } = await again.client.get<{ user: object }>('/api/dashboard');
  expect(body.user).toMatchObject({ isWhitelisted: false });
  // Whoever sends slowly is served as long as the session lives.
  expect(await (await begun(again, '/api/whitelist')).end()).toBe(200);
});

type WithCookie = { readonly client: TestClient; readonly cookie: string };

async function withCookie(privateKey?: `0x${string}`): Promise<WithCookie> {
  const client = createTestClient(app.url, privateKey);
  const { headers } = await client.post('/api/wallet/connect', await client.sign());
  return { client, cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' };
}

/** A command of which all has been sent but its end, and what comes of it then. */
async function begun({ client, cookie }: WithCookie, path: string) {
  const sending = request(new URL(path, app.url), {
    method: 'POST',
    headers: {
      cookie,
      origin: new URL(app.url).origin,
      'x-wallet-address': client.account.address,
      'content-type': 'application/json',
      'content-length': '2',
    },
  });
  const answered = once(sending, 'response');
  await new Promise<void>((resolve) => sending.write('{', () => resolve()));
  return {
    async end(): Promise<number> {
      sending.end('}');
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode;
    },
  };
}
