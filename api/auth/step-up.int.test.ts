import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { actRefusals, actWords } from '../../contracts/act-messages.ts';
import { refusals } from '../../contracts/messages.ts';
import { parseEvo } from '../../contracts/money.ts';
import { createPool } from '../../projector/database.ts';
import { type AdminClient, asAdmin, superAdminOf } from '../testing/admin.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../testing/client.ts';
import { readLedgerAt } from '../testing/read-ledger.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
/** Another replica on the same stores. */
let other: TestApp;
let pool: Pool;
let admin: AdminClient;
let user: TestClient;
// One admin alone sends much here: what a second one approves is a matter of its own.
const LIMITS = { MAX_REWARD: '1000000', MAX_REWARDS_A_DAY: '10000000' };

beforeAll(async () => {
  app = await startApp({ env: LIMITS });
  pool = createPool(app.databaseUrl, { applicationName: 'step-up-test', maxConnections: 4 });
  admin = await superAdminOf(app);
  user = createTestClient(app.url);
  await user.connect();
  other = await startApp({
    env: {
      ...LIMITS,
      EVENTSTORE_URL: app.eventStoreUrl,
      DATABASE_URL: app.databaseUrl,
      SUPER_ADMIN_WALLET: admin.address,
      VAULT_KEY: (await readFile(join(app.dataDir, 'vault.key'), 'utf8')).trim(),
      RATE_LIMIT_SCALE: '100',
      PUBLIC_URL: app.url,
    },
  });
});
afterAll(async () => {
  await pool.end();
  await other.close();
  await app.close();
});

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const ABOVE = '10000.000000000000000001';
const reward = (amount = ABOVE) => ({ walletAddress: user.account.address, amount, reason: 'Well done' });
const named = (key = idempotencyKey()) => ({ 'x-wallet-address': admin.address, ...key });
const events = async (type: string) =>
  (await readLedgerAt(app.eventStoreUrl)).filter((event) => event.type === type).length;

describe('a session alone', () => {
  test.each([
    ['/api/admin/reset-rewards', () => ({}), actWords.resetAll],
    ['/api/admin/clear-all-balances', () => ({}), actWords.clearAll],
    ['/api/admin/add-admin', () => ({ adminWallet: ADDRESS }), `Add ${ADDRESS} as an admin`],
    [
      '/api/admin/raffle',
      () => ({ amount: '5', winnerCount: 3 }),
      'Draw 3 winners of 5 EVO each, 15 EVO in all',
    ],
    ['/api/admin/send-reward', reward, ''],
  ])('is not enough for %s, and nothing happens', async (path, body, words) => {
    const before = (await readLedgerAt(app.eventStoreUrl)).length;
    const answer = await admin.client.postUnsigned(path, body(), named());
    const asked = words || actWords.reward(parseEvo(ABOVE), user.account.address);
    expect(answer).toMatchObject({
      status: 403,
      body: { error: 'SignatureNeeded', message: actRefusals.signatureNeeded(asked) },
    });
    expect((await readLedgerAt(app.eventStoreUrl)).length).toBe(before);
  });

  test('is not enough to undo a reset, nor a clear of more than the limit; it is for one of less', async () => {
    const undo = (eventId: string, more = {}) =>
      admin.client.postUnsigned('/api/admin/undo', { eventId, ...more }, named());
    const { userId } = (await user.get('/api/session')).body.session as { userId: string };
    const lastAct = async (answer: { headers: Headers }) => {
      const path = '/api/admin/activity-history?limit=1';
      return (await admin.get<{ activities: { id: string }[] }>(path, answer)).body.activities[0]?.id ?? '';
    };

    await admin.post('/api/admin/clear-balance', { userId });
    await admin.post('/api/admin/send-reward', reward('10000'));
    const small = await lastAct(await admin.post('/api/admin/clear-balance', { userId }));
    expect(await undo(small)).toMatchObject({ status: 200 });
    await admin.post('/api/admin/send-reward', reward('1'));
    const large = await lastAct(await admin.post('/api/admin/clear-balance', { userId }));
    const words = actWords.undoClear(parseEvo('10001'), user.account.address);
    expect(await undo(large)).toMatchObject({
      status: 403,
      body: { error: 'SignatureNeeded', message: actRefusals.signatureNeeded(words) },
    });
    expect((await undo(large, { dryRun: true })).body).toMatchObject({ dryRun: true, toSign: words });
    expect(await admin.post('/api/admin/undo', { eventId: large })).toMatchObject({ status: 200 });

    const reset = await lastAct(await admin.post('/api/admin/reset-rewards', {}));
    expect(await undo(reset)).toMatchObject({
      status: 403,
      body: { error: 'SignatureNeeded', message: actRefusals.signatureNeeded(actWords.undoReset) },
    });
    expect(await events('MassRestoreRequested')).toBe(0);
  });

  test('is not enough in other letters of the path, nor with a dry run that the call does not know', async () => {
    const body = { adminWallet: ADDRESS };
    for (const [path, sent] of [
      ['/api/ADMIN/Add-Admin', body],
      ['/api/admin/add-admin', { ...body, dryRun: true }],
    ] as const) {
      expect((await admin.client.postUnsigned(path, sent, named())).body.error).toBe('SignatureNeeded');
    }
    expect(await events('AdminAdded')).toBe(0);
  });

  test('is enough up to the limit, and for what would happen', async () => {
    expect((await admin.client.postUnsigned('/api/admin/send-reward', reward('10000'), named())).status).toBe(
      200,
    );
    const dry = { ...reward(), dryRun: true };
    const would = await admin.client.postUnsigned('/api/admin/send-reward', dry, named());
    const toSign = actWords.reward(parseEvo(ABOVE), user.account.address);
    expect(would).toMatchObject({ status: 200, body: { dryRun: true, toSign } });
    const small = { ...reward('10000'), dryRun: true };
    expect(
      (await admin.client.postUnsigned('/api/admin/send-reward', small, named())).body,
    ).not.toHaveProperty('toSign');
  });
});

describe('the text to sign', () => {
  test('is EIP-4361 for this site, this chain, five minutes and this one request', async () => {
    const key = randomUUID();
    const asked = { operation: '/api/admin/reset-rewards', input: { reason: 'New season' } };
    const answer = await admin.post<{ message: string; words: string; nonce: string }>(
      '/api/wallet/act-challenge',
      asked,
      { 'idempotency-key': key },
    );
    const { message, words, nonce } = answer.body;
    expect(words).toBe(actWords.resetAll);
    expect(message).toContain(`${new URL(app.url).host} wants you to sign in with your Ethereum account:`);
    expect(message).toContain(`\n${admin.address}\n`);
    expect(message).toContain(`\n${actWords.resetAll}. `);
    expect(message).toMatch(/Hash of the request: [0-9a-f]{64}\n/);
    expect(message).toContain(`URI: ${app.url}/api/admin/reset-rewards\n`);
    expect(message).toContain('Chain ID: 3424\n');
    expect(message).toContain(`Nonce: ${nonce}\n`);
    expect(message).toContain(`Request ID: ${key}`);
    const [issued, expires] = ['Issued At', 'Expiration Time'].map((name) =>
      Date.parse(new RegExp(`${name}: (.*)`).exec(message)?.[1] ?? ''),
    );
    expect(Number(expires) - Number(issued)).toBe(5 * 60_000);
  });

  test.each([
    ['what is no act', '/api/admin/remove-admin', {}, 404],
    ['an act in other letters', '/api/admin/Reset-Rewards', {}, 404],
    ['another site', 'https://evil.example/api/admin/reset-rewards', {}, 404],
    ['an input that the act refuses', '/api/admin/add-admin', { adminWallet: '0x1' }, 400],
    ['a raffle that is not there', `/api/admin/raffle/${randomUUID()}/pay`, {}, 404],
    [
      'a reward that nobody has asked for',
      '/api/admin/reward-requests/approve',
      { requestId: randomUUID() },
      404,
    ],
  ])('is not issued for %s', async (_, operation, input, status) => {
    expect((await admin.post('/api/wallet/act-challenge', { operation, input })).status).toBe(status);
  });

  test('is not issued without a key, nor to who is no admin', async () => {
    const asked = { operation: '/api/admin/reset-rewards', input: {} };
    expect((await admin.post('/api/wallet/act-challenge', asked, {})).body.message).toBe(
      refusals.idempotencyKeyInvalid,
    );
    const own = { 'x-wallet-address': user.account.address, ...idempotencyKey() };
    expect((await user.post('/api/wallet/act-challenge', asked, own)).status).toBe(403);
    // What a stranger writes into a path is in no event, nor does it keep the refusal from being noted.
    for (const words of ['whatever-a-stranger-likes', 'x'.repeat(120)]) {
      const act = { operation: `/api/admin/raffle/${words}/pay`, input: {} };
      expect((await user.post('/api/wallet/act-challenge', act, own)).status).toBe(403);
    }
    // As the act itself would be, once a minute.
    const denied = (await readLedgerAt(app.eventStoreUrl)).filter(
      ({ type, metadata }) => type === 'AccessDenied' && metadata.actor.wallet === user.account.address,
    );
    const actions = denied.map(({ data }) => (data as { action: string }).action);
    expect([...new Set(actions)]).toEqual([
      'POST /api/admin/reset-rewards',
      'POST /api/admin/raffle/:raffleId/pay',
    ]);
  });

  test('is not issued for what needs no signature', async () => {
    const asked = { operation: '/api/admin/send-reward', input: reward('10000') };
    expect(await admin.post('/api/wallet/act-challenge', asked)).toMatchObject({
      ...{ status: 400, body: { error: 'NoSignatureNeeded', message: actRefusals.needsNone } },
    });
  });
});

describe('a signature', () => {
  const PATH = '/api/admin/send-reward';
  const send = (body: object, headers: Record<string, string>, client = admin.client) =>
    client.postUnsigned(PATH, body, headers);
  const refused = { status: 403, body: { error: 'SignatureNeeded' } };

  test('lets one act pass; a lost answer is asked for again without another one', async () => {
    const headers = named();
    const before = await events('RewardGranted');
    const signed = await admin.client.signAct(PATH, reward(), headers);
    expect(await send(reward(), { ...headers, ...signed })).toMatchObject({ status: 200 });
    const again = await send(reward(), headers);
    expect(again.status).toBe(200);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await send(reward(), { ...headers, ...signed })).status).toBe(200);
    expect(await events('RewardGranted')).toBe(before + 1);
    // The same signature opens nothing else.
    expect(await send(reward(), { ...named(), ...signed })).toMatchObject(refused);
    const other = await send(reward('20000'), { ...headers, ...signed });
    expect(other).toMatchObject({ status: 422, body: { message: refusals.idempotencyKeyReused } });
  });

  test('sent twenty times at once, at two replicas, does one act, and all are told so', async () => {
    const signedIn = await createTestClient(app.url, admin.client.privateKey).connect();
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
    const headers = { ...named(), cookie };
    const before = await events('RewardGranted');
    const signed = await admin.client.signAct(PATH, reward(), headers);
    const there = createTestClient(other.url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        send(reward(), { ...headers, ...signed, origin: app.url }, at % 2 ? there : admin.client),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(new Array(20).fill(200));
    expect(await events('RewardGranted')).toBe(before + 1);
  });

  test('of another amount, another key, another session or another wallet is refused and used up', async () => {
    const before = await events('RewardGranted');
    const headers = named();
    const other = await admin.client.signAct(PATH, reward('30000'), headers);
    expect(await send(reward(), { ...headers, ...other })).toMatchObject(refused);
    // It was used up: the request that it was issued for is another one under this key now, and it is gone as well.
    expect(
      await pool.query('select from auth.act_challenges where nonce = $1', [other['x-act-nonce']]),
    ).toHaveProperty('rowCount', 0);

    const sameWallet = createTestClient(app.url, admin.client.privateKey);
    await sameWallet.connect();
    const theirs = await sameWallet.signAct(PATH, reward(), headers);
    expect(await send(reward(), { ...headers, ...theirs })).toMatchObject(refused);

    const mine = await admin.client.signAct(PATH, reward(), headers);
    const forged = await user.account.signMessage({ message: 'anything' });
    expect(await send(reward(), { ...headers, ...mine, 'x-act-signature': forged })).toMatchObject({
      status: 403,
      body: { message: actRefusals.wrongSigner },
    });
    expect(await send(reward(), { ...headers, ...mine })).toMatchObject({
      status: 403,
      body: { message: actRefusals.notIssued },
    });
    expect(await events('RewardGranted')).toBe(before);
    expect((await admin.client.post(PATH, reward(), headers)).status).toBe(200);
  });

  test('is good for five minutes, whatever the clock of a process says', async () => {
    const signedAndWaited = async (wait: string) => {
      const [headers, act] = [named(), reward()];
      const signed = await admin.client.signAct(PATH, act, headers);
      await pool.query(
        'update auth.act_challenges set expires_at = expires_at - $2::interval where nonce = $1',
        [signed['x-act-nonce'], wait],
      );
      return send(act, { ...headers, ...signed });
    };
    expect(await signedAndWaited('5 minutes')).toMatchObject(refused);
    expect((await signedAndWaited('4 minutes')).status).toBe(200);
  });

  test('of a day ago lets the same act be sent again no more; another one does, and it is still done once', async () => {
    const headers = named();
    const before = await events('RewardGranted');
    expect((await admin.client.post(PATH, reward(), headers)).status).toBe(200);
    const wait = (time: string) =>
      pool.query('update auth.signed_acts set signed_at = signed_at - $1::interval', [time]);
    await wait('23 hours 59 minutes');
    expect((await send(reward(), headers)).status).toBe(200);
    await wait('1 minute');
    expect(await send(reward(), headers)).toMatchObject(refused);
    expect((await admin.client.post(PATH, reward(), headers)).status).toBe(200);
    expect((await send(reward(), headers)).status).toBe(200);
    expect(await events('RewardGranted')).toBe(before + 1);
  });

  test('lets no other act pass under its key, also once an erasure has left nothing of the first but its key', async () => {
    const key = randomUUID();
    const headers = named({ 'idempotency-key': key });
    const before = await events('RewardGranted');
    expect((await admin.client.post(PATH, reward(), headers)).status).toBe(200);
    const { rowCount } = await pool.query(
      `update auth.idempotency_keys set request_hash = '' where key = $1::uuid`,
      [key],
    );
    expect(rowCount).toBe(1);
    expect(await send(reward('30000'), headers)).toMatchObject(refused);
    expect((await send(reward(), headers)).headers.get('idempotency-replayed')).toBe('true');
    expect(await events('RewardGranted')).toBe(before + 1);
  });

  test('is issued to nobody whose session ends at the same moment', async () => {
    const own = asAdmin(createTestClient(app.url, admin.client.privateKey));
    await own.client.connect();
    const { rows } = await pool.query<{ token_hash: Buffer }>(
      'select token_hash from auth.sessions order by created_at desc limit 1',
    );
    const holder = await pool.connect();
    try {
      await holder.query('begin; lock table auth.act_challenges in exclusive mode');
      const asked = own.post('/api/wallet/act-challenge', { operation: PATH, input: reward() });
      await expect
        .poll(async () => {
          const { rowCount } = await pool.query(
            `select from pg_locks where relation = 'auth.act_challenges'::regclass and not granted`,
          );
          return rowCount;
        })
        .toBe(1);
      // Another tab signs out.
      await holder.query('delete from auth.sessions where token_hash = $1', [rows[0]?.token_hash]);
      await holder.query('commit');
      expect(await asked).toMatchObject({ status: 401, body: { error: 'NotSignedIn' } });
    } finally {
      holder.release(true);
    }
  });

  test('ends with its session', async () => {
    const own = createTestClient(app.url, admin.client.privateKey);
    await own.connect();
    const headers = named();
    const signed = await own.signAct(PATH, reward(), headers);
    await own.postUnsigned('/api/wallet/disconnect');
    const { rowCount } = await pool.query('select from auth.act_challenges where nonce = $1', [
      signed['x-act-nonce'],
    ]);
    expect(rowCount).toBe(0);
    expect((await send(reward(), { ...headers, ...signed }, own)).status).toBe(401);
  });
});
