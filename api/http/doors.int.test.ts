import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { errorResponse } from '../../contracts/api/error.ts';
import { createTestClient, type TestClient } from '../testing/client.ts';
import type { Fetch } from '../testing/from-address.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

let app: TestApp;
let user: TestClient;
let admin: TestClient;

beforeAll(async () => {
  // One proxy is trusted, so that each test can come from an address of its own.
  const superAdmin = createTestClient('http://localhost');
  const env = { SUPER_ADMIN_WALLET: superAdmin.account.address, TRUST_PROXY: '1', RATE_LIMIT_SCALE: '1' };
  app = await startApp({ env });
  admin = createTestClient(app.url, superAdmin.privateKey);
  await admin.connect();
  user = createTestClient(app.url);
  await user.connect();
});
afterAll(() => app.close());

const CHALLENGE = '/api/wallet/challenge';
const from = (address: string) => ({ 'x-forwarded-for': address });

function expectError(answer: { readonly status: number; readonly body: unknown }, status: number): void {
  expect({ status: answer.status, body: answer.body }).toMatchObject({ status });
  expect(errorResponse.safeParse(answer.body)).toMatchObject({ success: true });
}

describe('a body', () => {
  const gzipped = gzipSync(JSON.stringify({ walletAddress: '0x' }));
  const request = (headers: string[], body: string | Buffer) =>
    Buffer.concat([
      Buffer.from(
        [
          `POST ${CHALLENGE} HTTP/1.1`,
          'Host: localhost',
          `Origin: ${app.url}`,
          'Connection: close',
          `Content-Length: ${Buffer.byteLength(body)}`,
          ...headers,
          '\r\n',
        ].join('\r\n'),
      ),
      Buffer.from(body),
    ]);
  const json = 'Content-Type: application/json';

  test.each([
    ['broken gzip', ['Content-Encoding: gzip'], '{"walletAddress":"0x"}'],
    ['gzip that ends half-way', ['Content-Encoding: gzip'], gzipped.subarray(0, 20)],
    ['gzip', ['Content-Encoding: gzip'], gzipped],
    ['broken brotli', ['Content-Encoding: br'], 'not brotli'],
    ['an unknown encoding', ['Content-Encoding: rot13'], '{}'],
    ['two encodings', ['Content-Encoding: gzip, identity'], '{}'],
  ])('in %s is 415 and says which encoding is taken', async (_, headers, body) => {
    const answer = await rawRequest(app.url, request([json, ...headers], body));
    expectError(answer, 415);
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  test('of another type than JSON is 415', async () => {
    expectError(await rawRequest(app.url, request(['Content-Type: text/plain'], '{}')), 415);
    expectError(await rawRequest(app.url, request([], '{}')), 415);
  });

  test.each([
    ['no JSON', '{"walletAddress":'],
    ['a text', '"0x"'],
    ['a prototype', '{"__proto__":{"walletAddress":"0x"}}'],
    ['a list', '[]'],
    ['null', 'null'],
  ])('that is %s is 400', async (_, body) => {
    expectError(await rawRequest(app.url, request([json], body)), 400);
  });

  test('5,000 deep is refused by a strict schema; what another leaves out tells no requests apart', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
    const key = { 'idempotency-key': '6a1f0a52-5d0e-4b5e-9c56-7b1c7d1f0d61' };
    expectError(await user.post('/api/rewards/check-in', deep, key), 400);
    const path = `/api/users/${user.account.address}/username`;
    const named = await user.put(path, `{"username":"deep_diver","more":${deep}}`, key);
    expect(named).toMatchObject({ status: 200, body: { username: 'deep_diver' } });
    const again = await user.put(path, { username: ' deep_diver ', more: 1 }, key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expectError(await user.put(path, { username: 'another' }, key), 422);
  });
});

describe('what no route ever sees', () => {
  const get = (...lines: string[]) => rawRequest(app.url, `${lines.join('\r\n')}\r\n\r\n`);

  test.each([
    [400, 'no HTTP', ['NONSENSE']],
    [400, 'no host', ['GET /api/network HTTP/1.1', 'Connection: close']],
    [400, 'two hosts', ['GET /api/network HTTP/1.1', 'Host: localhost', 'host: localhost']],
    [400, 'a broken header', ['GET /api/network HTTP/1.1', 'Host: localhost', 'a b: c']],
    [400, 'two lengths', ['POST /api/x HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2']],
    [431, 'headers of 40 KB', ['GET /api/network HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(40_000)}`]],
    [417, 'an unknown expectation', ['POST /api/x HTTP/1.1', 'Host: a', 'Expect: cake', 'Connection: close']],
    [405, 'a tunnel', ['CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example']],
    [
      405,
      'a method that nobody has heard of',
      ['PROPFIND /api/network HTTP/1.1', 'Host: a', 'Origin: a', 'Sec-Fetch-Site: same-origin'],
    ],
  ])('is %i in the error schema: %s', async (status, _, lines) => {
    // A browser's answer to the question of the origin lets the last one through to the routes.
    const answer = await get(...lines.filter((line) => line !== 'Origin: a'), 'Connection: close');
    expectError(answer, status);
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test('the wrong method is 405 in the error schema, with the right ones', async () => {
    const answer = await user.get('/api/rewards/claim');
    expectError(answer, 405);
    expect(answer.headers.get('allow')).toContain('POST');
    const ofPage = await user.post('/evo-rewards', {});
    expectError(ofPage, 405);
    expect(ofPage.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });

  test.each([
    ['the whole server', '*', 'GET, HEAD, POST, PUT, OPTIONS'],
    ['a page', '/evo-rewards', 'GET, HEAD, OPTIONS'],
    ['a call', '/api/network', 'HEAD, GET'],
  ])('what %s takes is told to who asks for OPTIONS', async (_, path, methods) => {
    const answer = await get(`OPTIONS ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close');
    expect(answer).toMatchObject({ body: '', headers: { allow: methods } });
    expect([200, 204]).toContain(answer.status);
  });

  test('OPTIONS of what is not there is 404 in the error schema', async () => {
    const answer = await get('OPTIONS /nothing HTTP/1.1', 'Host: localhost', 'Connection: close');
    expectError(answer, 404);
  });
});

test('who accepts no encoding that there is gets the answer as it is', async () => {
  const lines = [
    'GET /api/openapi.json HTTP/1.1',
    'Host: a',
    'Accept-Encoding: identity;q=0',
    'Connection: close',
  ];
  const answer = await rawRequest(app.url, `${lines.join('\r\n')}\r\n\r\n`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.body).toMatchObject({ openapi: '3.1.0' });
});

describe('odd input', () => {
  const nobody = '00000000-0000-0000-0000-00000000zzzz';
  const far = '9'.repeat(20);
  test.each([
    ['/api/transactions?cursor=C:99999999999999999999/P:1'],
    [`/api/ledger/explain?figure=totalRewards&cursor=C:${far}/P:${far}`],
    [`/api/leaderboard?cursor=1:${'-'.repeat(36)}`],
    [`/api/leaderboard?cursor=1:${nobody}`],
    ['/api/leaderboard?cursor=%00'],
    ['/api/leaderboard?limit=1&limit=2'],
    ['/api/public/raffles?cursor=9999999999'],
  ])('is 400: %s', async (path) => expectError(await user.get(path), 400));

  test.each([
    ['/api/admin/users?search=%00'],
    ['/api/admin/users?cursor=9999999999999999999_1'],
    [`/api/admin/users?sort=highest&cursor=1_${'-'.repeat(36)}`],
    [`/api/admin/users?sort=lowest&cursor=1_${nobody}`],
    ['/api/admin/set-aside?cursor=C:1/P:1@%00'],
    ['/api/admin/set-aside?cursor=C:99999999999999999999/P:1@mails'],
    ['/api/admin/activity-history?cursor=C:99999999999999999999/P:1'],
  ])('of an admin is 400: %s', async (path) => {
    const wallet = { 'x-wallet-address': admin.account.address };
    expectError(await admin.get(path, wallet), 400);
  });

  test.each(['C:99999999999999999999/P:1', 'C:1', '-1', 'C:1/P:1, C:2/P:2'])(
    'X-Ledger-Position %s is 400',
    async (position) => expectError(await user.get('/api/session', { 'x-ledger-position': position }), 400),
  );

  test('a file with a NUL in its name is not there', async () => {
    expectError(await user.get('/api/music/files/%00.mp3'), 404);
  });
});

describe('the limit by address', () => {
  let net = 0;
  // Each try from addresses that nobody has come from: what one has used up lets the next one in no more.
  beforeEach(() => {
    net += 1;
  });

  /** Who is signed in, and each answer since: one that a busy program asks to come again for is asked for, and counted, twice. */
  async function watchedUser() {
    const statuses: number[] = [];
    const reach: Fetch = async (to, init) => {
      const answer = await fetch(to, init);
      statuses.push(answer.status);
      return answer;
    };
    const client = createTestClient(app.url, undefined, { reach });
    await client.connect();
    statuses.length = 0;
    return { client, statuses };
  }

  test('is of the address that the trusted proxy saw, whatever the caller wrote before', async () => {
    const body = { walletAddress: user.account.address };
    const sent = Array.from({ length: 70 }, (_, at) =>
      user.post(CHALLENGE, body, from(`10.0.0.${at}, 203.0.${net}.7`)),
    );
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect((await user.post(CHALLENGE, body, from(`10.0.0.1, 203.0.${net}.8`))).status).toBe(200);
    // A sign-in is counted with what it needs.
    const signed = await user.sign();
    expectError(await user.post('/api/wallet/connect', signed, from(`203.0.${net}.7`)), 429);
    expect((await user.post('/api/wallet/connect', signed, from(`203.0.${net}.8`))).status).toBe(200);
  });

  test('counts the addresses of one IPv6 network together', async () => {
    const body = { walletAddress: user.account.address };
    const sent = Array.from({ length: 62 }, (_, at) =>
      user.post(CHALLENGE, body, from(`2001:db8:${net}:2:${at.toString(16)}::${at}`)),
    );
    expect((await Promise.all(sent)).filter(({ status }) => status === 429)).toHaveLength(2);
    expect((await user.post(CHALLENGE, body, from(`2001:db8:${net}:3::1`))).status).toBe(200);
  });

  test('counts the commands of one user, wherever they call from', async () => {
    const { client, statuses } = await watchedUser();
    for (let round = 0; round < 5; round++) {
      const sent = Array.from({ length: 50 }, (_, at) =>
        client.post('/api/whitelist', {}, from(`198.51.${round}.${at}`)),
      );
      await Promise.all(sent);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(240);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  });

  test('counts the exports of the whole ledger, each of which reads it', async () => {
    const take = (address: string) => user.get('/api/ledger/export?from=0&to=1', from(address));
    for (let sent = 0; sent < 30; sent++) expect((await take(`203.0.${net}.20`)).status).toBe(200);
    const refused = await take(`203.0.${net}.20`);
    expectError(refused, 429);
    // Not because others take theirs at this moment.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(30);
    expect((await take(`203.0.${net}.21`)).status).toBe(200);
  });

  test('counts the links that are tried, also by who only asks whose they are', async () => {
    const ask = (address: string) => user.post('/api/email/link', { token: 'A'.repeat(43) }, from(address));
    const answers = await Promise.all(Array.from({ length: 65 }, () => ask(`203.0.${net}.22`)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
    expect((await ask(`203.0.${net}.23`)).status).toBe(400);
  });

  test('counts the texts to sign that one user asks for as commands', async () => {
    const { client, statuses } = await watchedUser();
    const asked = { operation: '/api/nothing', input: {} };
    for (let round = 0; round < 5; round++) {
      const sent = Array.from({ length: 50 }, (_, at) =>
        client.post('/api/wallet/act-challenge', asked, from(`198.51.${round + 10}.${at}`)),
      );
      await Promise.all(sent);
    }
    expect(statuses.filter((status) => status !== 429)).toHaveLength(240);
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(10);
    expect(statuses.filter((status) => ![404, 429, 503].includes(status))).toEqual([]);
  });

  test('counts a call however its path is spelled', async () => {
    const caller = from(`203.0.${net}.10`);
    const spellings = ['/api/wallet/disconnect', '/API/wallet/disconnect', '/Api/Wallet/Disconnect'];
    const statuses: number[] = [];
    for (let sent = 0; sent < 1_260; sent += 60) {
      const round = Array.from({ length: 60 }, (_, at) => user.post(spellings[at % 3] ?? '', {}, caller));
      statuses.push(...(await Promise.all(round)).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(1_200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(60);
  });

  test('comes before all work', async () => {
    const caller = from(`203.0.${net}.9`);
    for (let sent = 0; sent < 1_200; sent += 100) {
      await Promise.all(Array.from({ length: 100 }, () => user.get('/api/nothing', caller)));
    }
    const wait = { ...caller, 'x-ledger-position': 'C:999999999999/P:999999999999' };
    const answers = await Promise.all([
      user.get('/api/session', wait),
      user.post(CHALLENGE, 'x', { ...caller, 'content-encoding': 'gzip' }),
      user.post(CHALLENGE, { walletAddress: 'x'.repeat(100_000) }, caller),
      user.post(CHALLENGE, {}, { ...caller, origin: 'https://evil.example' }),
      user.get('/api/nothing', caller),
      user.get('/api/network', { ...caller, cookie: 'evo_session=x' }),
    ]);
    for (const answer of answers) {
      expectError(answer, 429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      // Where the position was waited for, the answer says that it was in vain.
      expect(answer.headers.get('x-ledger-lag')).toBeNull();
    }
    expect((await user.get('/livez', caller)).status).toBe(200);
  });
});
