import { readFile } from 'node:fs/promises';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals, validation } from '../../../contracts/messages.ts';
import { createPool } from '../../../projector/database.ts';
import { readConfig } from '../../config.ts';
import { type AdminClient, superAdminOf } from '../../testing/admin.ts';
import { type Anvil, startAnvil } from '../../testing/anvil.ts';
import { createTestClient } from '../../testing/client.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const ZERO = `0x${'0'.repeat(40)}`;
const RESERVED = [ZERO, `0x${'0'.repeat(39)}1`, `0x${'0'.repeat(37)}100`, `0x${'e'.repeat(40)}`];

let anvil: Anvil;
let app: TestApp;
let admin: AdminClient;

beforeAll(async () => {
  anvil = await startAnvil();
  app = await startApp({ env: { RPC_URL: anvil.url } });
  admin = await superAdminOf(app);
});
afterAll(async () => {
  await app.close();
  await anvil.stop();
});

/** A cookie of its own, for a request that another browser would send. */
const cookieOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((one) => one.startsWith('evo_session='))
    ?.split(';')[0] ?? '';

async function query(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const pool = createPool(app.databaseUrl);
  try {
    return (await pool.query(sql, values)).rows;
  } finally {
    await pool.end();
  }
}

/** Whoever wants to change the wallet's challenge waits until several do: then all of them go on at once. */
async function atTheSameMoment<Result>(wallet: string, send: () => Promise<Result>): Promise<Result> {
  const pool = createPool(app.databaseUrl);
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from auth.challenges where wallet_address = $1 for update', [wallet]);
    const answers = send();
    await expect
      .poll(async () => {
        // On another connection: a transaction is shown what was going on when it first asked.
        const waiting = await pool.query(
          `select from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%auth.challenges%'`,
        );
        return waiting.rowCount;
      })
      .toBeGreaterThan(2);
    await holder.query('commit');
    return await answers;
  } finally {
    holder.release();
    await pool.end();
  }
}

describe("an address that is nobody's, where a chain is set,", () => {
  test('is given nothing to sign', async () => {
    for (const walletAddress of RESERVED) {
      const answer = await createTestClient(app.url).post('/api/wallet/challenge', { walletAddress });
      expect(answer).toMatchObject({ status: 400, body: { message: validation.adminWalletInvalid } });
    }
  });

  test('does not sign in, even with a text that the server has issued for it', async () => {
    const client = createTestClient(app.url);
    const nonce = '0'.repeat(32);
    const message = createSiweMessage({
      address: '0x0000000000000000000000000000000000000000',
      chainId: 3424,
      domain: new URL(app.url).host,
      nonce,
      uri: app.url,
      version: '1',
    });
    await query(
      "insert into auth.challenges (nonce, wallet_address, message, expires_at) values ($1, $2, $3, now() + interval '1 minute')",
      [nonce, ZERO, message],
    );
    for (const signature of [`0x${'00'.repeat(65)}`, `0x${'00'.repeat(64)}1b`]) {
      const answer = await client.post('/api/wallet/connect', {
        walletAddress: ZERO,
        walletType: 'metamask',
        message,
        signature,
      });
      expect(answer).toMatchObject({ status: 400, body: { message: validation.adminWalletInvalid } });
      expect(cookieOf(answer)).toBe('');
    }
    const wallets = (await readLedgerAt(app.eventStoreUrl)).map(({ stream }) => stream);
    expect(wallets).not.toContain(`wallet-${ZERO}`);
  });

  test("is no admin, gets no reward and is nobody's second wallet", async () => {
    for (const wallet of RESERVED) {
      for (const [path, body] of [
        ['/api/admin/add-admin', { adminWallet: wallet }],
        ['/api/admin/send-reward', { walletAddress: wallet, amount: '1', reason: 'for nobody' }],
        ['/api/email/signup', { email: 'somebody@example.com', walletAddress: wallet }],
      ] as const) {
        expect(await admin.post(path, body)).toMatchObject({
          status: 400,
          body: { message: validation.adminWalletInvalid },
        });
      }
    }
  });

  test('is no super admin', () => {
    for (const SUPER_ADMIN_WALLET of RESERVED) {
      expect(() => readConfig({ SUPER_ADMIN_WALLET })).toThrow(/SUPER_ADMIN_WALLET/);
    }
  });

  test('loses at the next start the session that an earlier version gave it', async () => {
    const ofZero = () => query('select from auth.sessions where wallet_address = $1', [ZERO]);
    await query(
      `insert into auth.sessions (token_hash, user_id, wallet_address, created_at, expires_at)
       values (sha256('x'), gen_random_uuid(), $1, now(), now() + interval '1 day')`,
      [ZERO],
    );
    expect(await ofZero()).toHaveLength(1);
    await query(await readFile(new URL('../../migrations/0001_auth.sql', import.meta.url), 'utf8'));
    expect(await ofZero()).toHaveLength(0);
    expect((await admin.get('/api/session')).body).toMatchObject({ session: { role: 'superAdmin' } });
  });
});

test('a signature that is sent fifty times at once opens one session', async () => {
  const client = createTestClient(app.url);
  const signed = await client.sign();
  const answers = await atTheSameMoment(client.account.address, () =>
    Promise.all(Array.from({ length: 50 }, () => client.post('/api/wallet/connect', signed))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(49);
  const { address } = client.account;
  expect(await query('select from auth.sessions where wallet_address = $1', [address])).toHaveLength(1);
});

test('the id that a browser had before is dead once it has signed in again', async () => {
  const victim = createTestClient(app.url);
  const known = cookieOf(await victim.connect());
  const elsewhere = createTestClient(app.url);
  const whoIs = async (cookie: string) => (await elsewhere.get('/api/session', { cookie })).body.session;
  expect(await whoIs(known)).not.toBeNull();
  const fresh = cookieOf(await victim.connect());
  expect(fresh).not.toBe(known);
  expect(await whoIs(known)).toBeNull();
  expect(await whoIs(fresh)).not.toBeNull();
});

test('an id that somebody else has chosen never becomes a session', async () => {
  const victim = createTestClient(app.url);
  const chosen = `evo_session=${'A'.repeat(43)}`;
  const signed = await victim.sign();
  const answer = await victim.post('/api/wallet/connect', signed, { cookie: chosen });
  expect(answer.status).toBe(200);
  expect(cookieOf(answer)).not.toBe(chosen);
  expect((await createTestClient(app.url).get('/api/session', { cookie: chosen })).body.session).toBeNull();
});

test('a cookie that was planted beside the own one signs nobody out, and nobody in as somebody else', async () => {
  const [victim, attacker] = [createTestClient(app.url), createTestClient(app.url)];
  const [own, planted] = [cookieOf(await victim.connect()), cookieOf(await attacker.connect())];
  const visitor = createTestClient(app.url);
  const whoIs = async (cookie: string) => {
    const { body } = await visitor.get<{ session: { walletAddress: string } | null }>('/api/session', {
      cookie,
    });
    return body.session?.walletAddress;
  };
  const junk = `evo_session=${'A'.repeat(43)}`;
  for (const cookies of [`${junk}; ${own}`, `${own}; ${junk}`, `evo_session=x; ${own}`, `${own}; ${own}`]) {
    expect(await whoIs(cookies)).toBe(victim.account.address);
  }
  // Both live, and nothing says which is whose: neither counts.
  for (const cookies of [`${planted}; ${own}`, `${own}; ${planted}`]) {
    expect(await whoIs(cookies)).toBeUndefined();
  }
  // Who signs in then is signed in: whatever the browser sent before has ended.
  const signed = await victim.sign();
  const anew = await visitor.post('/api/wallet/connect', signed, { cookie: `${planted}; ${own}` });
  expect(anew.status).toBe(200);
  expect(await whoIs(`${planted}; ${cookieOf(anew)}`)).toBe(victim.account.address);
  expect([await whoIs(own), await whoIs(planted)]).toEqual([undefined, undefined]);
  // And who signs out is signed out.
  const both = `${junk}; ${cookieOf(anew)}`;
  const leaving = { cookie: both, 'x-wallet-address': victim.account.address };
  expect((await visitor.post('/api/wallet/disconnect', {}, leaving)).status).toBe(200);
  expect(await whoIs(cookieOf(anew))).toBeUndefined();
});

test('another site cannot sign a browser in as somebody of its choice', async () => {
  const attacker = createTestClient(app.url);
  const signed = await attacker.sign();
  const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const answer = await attacker.post('/api/wallet/connect', signed, headers);
  expect(answer).toMatchObject({ status: 403, body: { message: refusals.originRefused } });
  expect(cookieOf(answer)).toBe('');
});

test('nothing that the database holds of a session is a cookie that works', async () => {
  const client = createTestClient(app.url);
  const cookie = cookieOf(await client.connect());
  const rows = await query('select to_jsonb(s) as row, encode(token_hash, $1) as hash from auth.sessions s', [
    'base64',
  ]);
  const dump = JSON.stringify(rows);
  expect(dump).toContain(client.account.address);
  expect(dump).not.toContain(cookie.slice('evo_session='.length));
  const thief = createTestClient(app.url);
  for (const { row, hash } of rows) {
    const values = [...Object.values(Object(row)), hash].flatMap((value) => {
      const text = String(value);
      const bytes = text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : Buffer.from(text);
      return [text, bytes.toString('latin1'), bytes.toString('hex'), bytes.toString('base64url')];
    });
    for (const value of values) {
      const headers = { cookie: `evo_session=${encodeURIComponent(value)}` };
      expect((await thief.get('/api/session', headers)).body.session).toBeNull();
    }
  }
});

test('a message for another site that a phished wallet has truly signed opens nothing', async () => {
  const client = createTestClient(app.url);
  const signed = await client.sign();
  for (const message of [
    signed.message.replace(/^\S+/, 'evil.example'),
    signed.message.replace(/^URI: .*$/m, 'URI: https://evil.example'),
    signed.message.replace(/^Chain ID: .*$/m, 'Chain ID: 1'),
  ]) {
    expect(message).not.toBe(signed.message);
    const { message: issued } = await client.sign();
    // With a nonce that the server knows, so that nothing but the text is wrong.
    const nonce = /^Nonce: .*$/m.exec(issued)?.[0] ?? '';
    const phished = message.replace(/^Nonce: .*$/m, nonce);
    const signature = await client.account.signMessage({ message: phished });
    const answer = await client.post('/api/wallet/connect', { ...signed, message: phished, signature });
    expect(answer).toMatchObject({ status: 401, body: { message: refusals.challengeMismatch } });
  }
});
