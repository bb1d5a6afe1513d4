import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refusals } from '../../../contracts/messages.ts';
import { endpoints } from '../../http/openapi.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../../testing/client.ts';
import { newAddress } from '../../testing/email-calls.ts';
import { readLedgerAt } from '../../testing/read-ledger.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** One browser: a tab that shows Anna, and the cookie of Ben, who signed in in another tab. */
let app: TestApp;
let anna: TestClient;
let ben: TestClient;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [anna, ben] = [createTestClient(app.url), createTestClient(app.url)];
  await Promise.all([anna.connect(), ben.connect()]);
});

const named = (wallet: string) => ({ 'x-wallet-address': wallet });
const size = async () => (await readLedgerAt(app.eventStoreUrl)).length;

/** Bodies that would do something. */
const bodies: Readonly<Record<string, () => object>> = {
  '/api/social/connect': () => ({ platform: 'twitter', handle: 'anna' }),
  '/api/social/verify': () => ({ platform: 'twitter', taskType: 'follow' }),
  '/api/users/:walletAddress/username': () => ({ username: 'another_name' }),
  '/api/email/signup': () => ({ email: newAddress() }),
};

const ofUsers = endpoints.filter(
  ({ access, command, carriesRight }) =>
    command && !carriesRight && (access === 'session' || access === 'public'),
);

test('the commands of users are found', () => {
  expect(ofUsers.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      '/api/rewards/claim',
      '/api/rewards/check-in',
      '/api/whitelist',
      ...Object.keys(bodies),
    ]),
  );
});

describe.each(ofUsers)('$method $path', ({ method, path }) => {
  function send(headers: Record<string, string>) {
    const to = path.replace(':walletAddress', ben.account.address);
    const body = bodies[path]?.() ?? {};
    const all = { ...idempotencyKey(), ...headers };
    return method === 'PUT' ? ben.put(to, body, all) : ben.post(to, body, all);
  }

  test('does nothing for the account that is signed in when the page shows another', async () => {
    const before = await size();
    expect(await send(named(anna.account.address))).toMatchObject({
      status: 403,
      body: { error: 'WalletHeaderMismatch', message: refusals.walletHeaderMismatch },
    });
    expect(await size()).toBe(before);
  });

  test('does nothing when the page does not say which account it shows', async () => {
    const before = await size();
    expect(await send(named(''))).toMatchObject({
      status: 403,
      body: { error: 'WalletHeaderMissing', message: refusals.walletHeaderMissing },
    });
    expect(await size()).toBe(before);
  });

  test('does it for the account that the page shows, in any case of its address', async () => {
    const { status } = await send(named(ben.account.address.toLowerCase()));
    // No platform is connected yet, so there is nothing to verify.
    expect(status).toBe(path === '/api/social/verify' ? 409 : 200);
  });
});

test('what a page asks for an account whose session is over is not done for a visitor', async () => {
  const before = await size();
  ben.signOut();
  const answer = await ben.post(
    '/api/email/signup',
    { email: newAddress() },
    { ...idempotencyKey(), ...named(ben.account.address) },
  );
  expect(answer).toMatchObject({ status: 401, body: { message: refusals.notSignedIn } });
  expect(await size()).toBe(before);
});

test('a page of another account does not end the session', async () => {
  const answer = await ben.post('/api/wallet/disconnect', {}, named(anna.account.address));
  expect(answer).toMatchObject({ status: 403, body: { error: 'WalletHeaderMismatch' } });
  expect((await ben.get('/api/session')).body).toMatchObject({
    session: { walletAddress: ben.account.address },
  });
});

test('a page of another account may ask who is signed in, and sign in', async () => {
  const { address } = anna.account;
  expect((await ben.get('/api/session', named(address))).body).toMatchObject({
    session: { walletAddress: ben.account.address },
  });
  const signed = await ben.sign();
  expect((await ben.post('/api/wallet/connect', signed, named(address))).status).toBe(200);
});

test('no read of an account is answered for another one', async () => {
  const reads = endpoints.filter(
    ({ access, command, method }) => access === 'session' && !command && method === 'GET',
  );
  expect(reads.length).toBeGreaterThan(5);
  for (const { path } of reads) {
    const to = path.replace(/:\w+/g, randomUUID());
    expect(await ben.get(to, named(anna.account.address)), path).toMatchObject({
      status: 403,
      body: { error: 'WalletHeaderMismatch' },
    });
  }
});
