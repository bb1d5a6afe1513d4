import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals, validation } from '../../../contracts/messages.ts';
import { createTestClient, type TestClient } from '../../testing/client.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let now = Date.now();

beforeAll(async () => {
  app = await startApp({ clock: () => now });
});
afterAll(() => app.close());

/** Runs what must leave the ledger as it was, but for the note that somebody was refused. */
async function withoutEvent<Result>(act: () => Promise<Result>): Promise<Result> {
  const others = async () =>
    (await readLedgerAt(app.eventStoreUrl)).filter(({ type }) => type !== 'AccessDenied').length;
  const before = await others();
  const result = await act();
  expect(await others()).toBe(before);
  return result;
}

const send = (client: TestClient, claim: object) => client.post('/api/wallet/connect', claim);

describe('connecting', () => {
  test('a new wallet gets an account with the welcome bonus, a known one its account back', async () => {
    const client = createTestClient(app.url);
    const first = await client.connect();
    expect(first).toMatchObject({
      status: 200,
      body: {
        isNewUser: true,
        role: 'user',
        user: {
          walletAddress: client.account.address,
          totalRewards: '100',
          claimedRewards: '0',
          pendingRewards: '100',
          evoBalance: '100',
          level: 2,
        },
      },
    });
    expect(first.headers.get('set-cookie')).toMatch(/evo_session=.*HttpOnly/i);
    expect(first.headers.get('set-cookie')).toMatch(/SameSite=Lax/i);
    const session = await client.get('/api/session');
    expect(session.body).toMatchObject({ session: { walletAddress: client.account.address, role: 'user' } });
    // A browser keeps it for as long as the session lives, also when it is closed.
    const expires = /expires=([^;]+)/.exec(first.headers.get('set-cookie') ?? '')?.[1] ?? '';
    const { expiresAt } = session.body.session as { expiresAt: string };
    expect(Date.parse(expires)).toBe(Math.floor(Date.parse(expiresAt) / 1_000) * 1_000);

    const again = await withoutEvent(() => client.connect());
    expect(again.body).toMatchObject({ isNewUser: false, user: { id: first.body.user.id } });
  });

  test('the address may come in lower case', async () => {
    const client = createTestClient(app.url);
    const signed = await client.sign();
    const answer = await send(client, { ...signed, walletAddress: signed.walletAddress.toLowerCase() });
    expect(answer.status).toBe(200);
  });

  test('the text to sign is EIP-4361 for this chain, this site and five minutes', async () => {
    const { message } = await createTestClient(app.url).sign();
    expect(message).toContain(`${new URL(app.url).host} wants you to sign in with your Ethereum account:`);
    expect(message).toContain('Chain ID: 3424');
    expect(message).toMatch(/^Nonce: [0-9a-f]{32}$/m);
    const issued = Date.parse(/Issued At: (.*)/.exec(message)?.[1] ?? '');
    const expires = Date.parse(/Expiration Time: (.*)/.exec(message)?.[1] ?? '');
    expect(expires - issued).toBe(5 * 60_000);
  });

  test('disconnecting ends the session on the server', async () => {
    const client = createTestClient(app.url);
    await client.connect();
    const dashboard = await client.get('/api/dashboard');
    expect(dashboard.status).toBe(200);
    const left = await client.post('/api/wallet/disconnect');
    // The browser is not left with a cookie, either.
    expect(left.headers.get('set-cookie')).toMatch(/^evo_session=;.* expires=Thu, 01 Jan 1970/);
    expect((await client.get('/api/session')).body).toEqual({ session: null });
    expect((await client.get('/api/dashboard')).status).toBe(401);
  });
});

describe('refused with a text and no event', () => {
  test('a signature that was used before', async () => {
    const client = createTestClient(app.url);
    const signed = await client.sign();
    expect((await send(client, signed)).status).toBe(200);
    client.signOut();
    const replayed = await withoutEvent(() => send(client, signed));
    expect(replayed).toMatchObject({ status: 401, body: { message: refusals.challengeUnknown } });
    expect(replayed.headers.get('set-cookie')).toBeNull();
  });

  test('one challenge sent twenty times at once signs in once', async () => {
    const client = createTestClient(app.url);
    const signed = await client.sign();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(client, signed)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
  });

  test.each([
    ['another domain', (message: string) => message.replace(/^\S+/, 'evil.example')],
    ['trailing text', (message: string) => `${message}\nResources:\n- https://evil.example`],
    ['another chain', (message: string) => message.replace('Chain ID: 3424', 'Chain ID: 1')],
    ['another line ending', (message: string) => message.replaceAll('\n', '\r\n')],
  ])('a message with %s, truly signed', async (_, tamper) => {
    const client = createTestClient(app.url);
    const signed = await client.sign();
    const message = tamper(signed.message);
    const signature = await client.account.signMessage({ message });
    const answer = await withoutEvent(() => send(client, { ...signed, message, signature }));
    expect(answer).toMatchObject({ status: 401 });
    expect(answer.body.message).toBeTruthy();
  });

  test('a challenge that failed once is gone', async () => {
    const client = createTestClient(app.url);
    const signed = await client.sign();
    const tampered = await send(client, { ...signed, message: `${signed.message} ` });
    expect(tampered.body).toMatchObject({ message: refusals.challengeMismatch });
    expect(await withoutEvent(() => send(client, signed))).toMatchObject({
      status: 401,
      body: { message: refusals.challengeUnknown },
    });
  });

  test('an expired challenge', async () => {
    const client = createTestClient(app.url);
    const signed = await client.sign();
    now += 5 * 60_000;
    expect(await withoutEvent(() => send(client, signed))).toMatchObject({
      status: 401,
      body: { message: refusals.challengeExpired },
    });
  });

  test('another signer', async () => {
    const client = createTestClient(app.url);
    const signed = await client.sign();
    const signature = await createTestClient(app.url).account.signMessage({ message: signed.message });
    expect(await withoutEvent(() => send(client, { ...signed, signature }))).toMatchObject({
      status: 401,
      body: { message: refusals.signatureInvalid },
    });
  });

  test("another wallet's challenge, signed by oneself", async () => {
    const [client, other] = [createTestClient(app.url), createTestClient(app.url)];
    const theirs = await other.sign();
    const signature = await client.account.signMessage({ message: theirs.message });
    const claim = { ...theirs, walletAddress: client.account.address, signature };
    expect((await withoutEvent(() => send(client, claim))).status).toBe(401);
  });

  test.each(['0x', `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(65)}`, `0x${'11'.repeat(300)}`])(
    'the signature %s',
    async (signature) => {
      const client = createTestClient(app.url);
      const signed = await client.sign();
      const { status } = await withoutEvent(() => send(client, { ...signed, signature }));
      expect([400, 401]).toContain(status);
    },
  );

  test.each([
    ['no address', { walletAddress: undefined }, validation.adminWalletInvalid],
    ['41 characters', { walletAddress: `0x${'1'.repeat(39)}` }, validation.adminWalletInvalid],
    [
      'a wrong checksum',
      { walletAddress: '0x52908400098527886E0F7030069857D2E4169Ee7' },
      validation.adminWalletInvalid,
    ],
  ])('a challenge for %s', async (_, body, text) => {
    const answer = await createTestClient(app.url).post('/api/wallet/challenge', body);
    expect(answer).toMatchObject({ status: 400, body: { message: text } });
  });
});

describe('without the right', () => {
  test.each([
    ['GET', '/api/dashboard'],
    ['GET', '/api/leaderboard'],
    ['GET', '/api/transactions'],
    ['POST', '/api/rewards/claim'],
    ['GET', '/api/admin/admin-wallets'],
    ['POST', '/api/admin/send-reward'],
  ])('%s %s without a session is 401', async (method, path) => {
    const client = createTestClient(app.url);
    const headers = { 'x-wallet-address': client.account.address };
    const answer = await withoutEvent(() =>
      method === 'GET' ? client.get(path, headers) : client.post(path, {}, headers),
    );
    expect(answer).toMatchObject({
      status: 401,
      body: { error: 'NotSignedIn', message: refusals.notSignedIn },
    });
  });

  test('a made-up cookie is no session', async () => {
    const client = createTestClient(app.url);
    const answer = await client.get('/api/dashboard', { cookie: `evo_session=${randomUUID()}` });
    expect(answer.status).toBe(401);
  });

  test("an x-wallet-address that is not the session's is 403", async () => {
    const client = createTestClient(app.url);
    await client.connect();
    const headers = { 'x-wallet-address': createTestClient(app.url).account.address };
    const body = { walletAddress: client.account.address, amount: '1', reason: 'x' };
    for (const [path, input] of [
      ['/api/admin/send-reward', body],
      ['/api/rewards/claim', {}],
    ] as const) {
      expect(await withoutEvent(() => client.post(path, input, headers))).toMatchObject({
        status: 403,
        body: { message: refusals.walletHeaderMismatch },
      });
    }
  });

  test('a user is no admin, with the own header and without', async () => {
    const client = createTestClient(app.url);
    await client.connect();
    const body = { walletAddress: client.account.address, amount: '1000', reason: 'mine' };
    for (const headers of [{ 'x-wallet-address': client.account.address }, { 'x-wallet-address': '' }]) {
      const answer = await withoutEvent(() => client.post('/api/admin/send-reward', body, headers));
      expect(answer.status).toBe(403);
    }
  });

  test('a request that another site sends is refused', async () => {
    const client = createTestClient(app.url);
    await client.connect();
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      // What else runs on the same machine is another site, too.
      { origin: 'http://localhost:1' },
      { origin: 'http://127.0.0.1:1' },
      { origin: '', 'sec-fetch-site': 'cross-site' },
      { origin: '', 'sec-fetch-site': 'same-site' },
      { origin: '' },
    ]) {
      const answer = await withoutEvent(() => client.post('/api/rewards/claim', {}, headers));
      expect(answer).toMatchObject({ status: 403, body: { message: refusals.originRefused } });
    }
  });
});
