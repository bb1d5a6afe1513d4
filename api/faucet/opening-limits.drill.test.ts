import { readFile } from 'node:fs/promises';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatPosition } from '../../contracts/ledger-position.ts';
import { refusals } from '../../contracts/messages.ts';
import { createPool } from '../../projector/database.ts';
import { superAdminOf } from '../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../testing/client.ts';
import { newAddress, signUp, verify } from '../testing/email-calls.ts';
import { fetchFrom } from '../testing/from-address.ts';
import { mailedToken } from '../testing/mailbox.ts';
import { readLedgerAt } from '../testing/read-ledger.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let turned = 0;
/** Another replica of the same program on the same two stores. */
let replica: TestApp;

const GATED = { CLAIM_NEEDS: 'identity', ACCOUNTS_A_NETWORK: '25', ISSUANCE_A_DAY: '1450' };

beforeAll(async () => {
  const clock = () => Date.now() + turned;
  app = await startApp({ env: GATED, clock });
  const env = {
    ...GATED,
    EVENTSTORE_URL: app.eventStoreUrl,
    DATABASE_URL: app.databaseUrl,
    VAULT_KEY: (await readFile(`${app.dataDir}/vault.key`, 'utf8')).trim(),
    SUPER_ADMIN_WALLET: createTestClient(app.url).account.address,
    PUBLIC_URL: app.url,
  };
  replica = await startApp({ env, clock });
});
afterAll(async () => {
  await replica.close();
  await app.close();
});

type Connected = Awaited<ReturnType<TestClient['connect']>> & {
  readonly client: TestClient;
};

/** A new wallet that signs in from an address, at one of the replicas. */
async function connectFrom(ip: string, at = app, privateKey = generatePrivateKey()): Promise<Connected> {
  const client = createTestClient(at.url, privateKey, {
    reach: fetchFrom(ip),
    origin: new URL(app.url).origin,
  });
  return { ...(await client.connect()), client };
}

const claim = (client: TestClient) => client.post('/api/rewards/claim', {}, idempotencyKey());
const claimedEvents = async () =>
  (await readLedgerAt(app.eventStoreUrl)).filter(({ type }) => type === 'RewardsClaimed');

test('a farm of wallets claims nothing, and one network opens so many accounts an hour at two replicas', async () => {
  const farm: Connected[] = [];
  for (let begun = 0; begun < 40; begun += 10) {
    const some = Array.from({ length: 10 }, (_, n) =>
      connectFrom(`127.0.113.${begun + n + 1}`, n % 2 ? replica : app),
    );
    farm.push(...(await Promise.all(some)));
  }
  const inside = farm.filter(({ status }) => status === 200);
  expect(inside).toHaveLength(25);
  for (const { status, body, headers } of farm.filter((one) => one.status !== 200)) {
    expect({ status, body }).toMatchObject({ status: 429, body: { message: refusals.tooManyNewAccounts } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_000);
  }
  const claims = await Promise.all(inside.map(({ client }) => claim(client)));
  for (const answer of claims.filter(({ body }) => body.error !== 'NothingToClaim')) {
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'IdentityNeeded', message: refusals.identityNeeded },
    });
  }
  expect(await claimedEvents()).toEqual([]);
  // Of the day's 1,450 EVO fourteen bonuses were granted, whichever replica granted them.
  const welcomes = (await readLedgerAt(app.eventStoreUrl)).filter(
    ({ type, data }) => type === 'RewardGranted' && 'source' in data && data.source === 'welcome',
  );
  expect(welcomes).toHaveLength(14);
  expect(new Set(welcomes.map(({ stream }) => stream)).size).toBe(14);
  // An account that is there signs in, whatever its network has opened.
  expect((await inside[0]!.client.connect()).status).toBe(200);
});

test('who found no room for the bonus is told so, and gets it once on another day', async () => {
  const late = await connectFrom('127.0.100.7');
  expect(late).toMatchObject({ status: 200, body: { isNewUser: true, welcomeBonus: 'waits' } });
  const dashboard = async () => (await late.client.get('/api/dashboard')).body;
  expect(await dashboard()).toMatchObject({
    user: { pendingRewards: '0' },
    claimRules: { needs: 'identity', hasProvenIdentity: false, isHeld: false, welcomeWaits: true },
  });
  expect((await late.client.connect()).body).toMatchObject({ welcomeBonus: 'waits' });
  turned += 86_400_000;
  const [one, two] = await Promise.all([late.client.connect(), late.client.connect()]);
  expect([one, two].map(({ status }) => status)).toEqual([200, 200]);
  expect((await late.client.connect()).body).toMatchObject({
    isNewUser: false,
    welcomeBonus: 'granted_before',
    user: { totalRewards: '100' },
  });
  expect(await dashboard()).toMatchObject({ claimRules: { welcomeWaits: false } });
});

test('a verified mailbox opens the claim', async () => {
  const { client } = await connectFrom('127.0.101.7');
  expect(await claim(client)).toMatchObject({ status: 403, body: { error: 'IdentityNeeded' } });
  const address = newAddress();
  await signUp(client, address, { walletAddress: client.account.address });
  await verify(client, await mailedToken(createTestClient(app.url), address));
  expect(await claim(client)).toMatchObject({ status: 200, body: { receipt: { amount: '105' } } });
});

test('a mailbox that was proven and then erased opens the claim as before, and the page says so', async () => {
  const { client } = await connectFrom('127.0.103.7');
  const address = newAddress();
  await signUp(client, address, { walletAddress: client.account.address });
  await verify(client, await mailedToken(createTestClient(app.url), address));
  const erased = await client.post('/api/profile/erase-personal-data', {}, idempotencyKey());
  expect(erased.status).toBe(200);
  const position = erased.headers.get('x-ledger-position') ?? '';
  const { body } = await client.get('/api/dashboard', { 'x-ledger-position': position });
  expect(body).toMatchObject({
    user: { email: null, isEmailVerified: false, pendingRewards: '105' },
    claimRules: { needs: 'identity', hasProvenIdentity: true },
  });
  expect(await claim(client)).toMatchObject({ status: 200, body: { receipt: { amount: '105' } } });
});

test('a platform account opens the claim once the platform has confirmed it', async () => {
  const { client } = await connectFrom('127.0.102.7');
  const connection = { platform: 'twitter', handle: 'anna_claims' };
  expect(await client.post('/api/social/connect', connection, idempotencyKey())).toMatchObject({
    status: 200,
  });
  expect(await claim(client)).toMatchObject({ status: 200, body: { receipt: { amount: '150' } } });
});

test('the panel says what is asked of new accounts, what was granted today, and how many wait for their bonus', async () => {
  const root = await superAdminOf(app);
  const today = () => new Date(Date.now() + turned).toISOString().slice(0, 10);
  const state = async () => {
    // A day may end in between.
    for (;;) {
      const [before, events] = [today(), await readLedgerAt(app.eventStoreUrl)];
      const position = formatPosition(events.at(-1)!.position);
      const { body } = await root.get('/api/admin/faucet', {
        headers: new Headers({ 'x-ledger-position': position }),
      });
      if (today() === before) return { body, events, day: before };
    }
  };
  // Who has no wallet waits for nothing.
  await signUp(createTestClient(app.url), newAddress());
  const { body, events, day } = await state();
  const welcomes = events.filter(
    ({ type, data }) => type === 'RewardGranted' && 'source' in data && data.source === 'welcome',
  );
  const opened = events.filter(
    ({ type, data }) => type === 'AccountOpened' && 'source' in data && data.source === 'wallet',
  );
  const ofToday = welcomes.filter(({ metadata }) => metadata.occurredAt.startsWith(day));
  const waiting = opened.length - welcomes.length;
  expect(ofToday.length).toBeLessThan(welcomes.length);
  expect(body).toEqual({
    ...{ claimNeeds: 'identity', accountsANetwork: 25, limitADay: '1450' },
    ...{ grantedToday: String(100 * ofToday.length), waiting },
  });
  const late = opened.find(({ stream }) => welcomes.every((one) => one.stream !== stream));
  await root.post('/api/admin/remove-user', { userId: late?.stream.slice('account-'.length) });
  expect((await state()).body).toMatchObject({ waiting: waiting - 1 });
});

test('who was made an admin or an auditor comes in at once, also from a network that has opened all its accounts', async () => {
  const root = await superAdminOf(app);
  await Promise.all(Array.from({ length: 25 }, () => connectFrom('127.0.114.7')));
  expect((await connectFrom('127.0.114.8')).status).toBe(429);
  for (const [path, field, role] of [
    ['/api/admin/add-admin', 'adminWallet', 'admin'],
    ['/api/admin/auditors/add', 'auditorWallet', 'auditor'],
  ] as const) {
    const privateKey = generatePrivateKey();
    const named = { [field]: privateKeyToAddress(privateKey) };
    expect((await root.post(path, named)).status).toBe(200);
    // At the replica that was not told of it.
    expect(await connectFrom('127.0.114.9', replica, privateKey)).toMatchObject({
      status: 200,
      body: { isNewUser: true, role },
    });
  }
});

test('no address of a caller stands in the database or in the ledger', async () => {
  const pool = createPool(app.databaseUrl);
  const { rows } = await pool.query('select * from faucet.openings');
  await pool.end();
  expect(rows.length).toBeGreaterThan(20);
  expect(JSON.stringify(rows)).not.toMatch(/127\.0\.1/);
  const ledger = JSON.stringify(await readLedgerAt(app.eventStoreUrl), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  expect(ledger).not.toMatch(/127\.0\.1/);
});
