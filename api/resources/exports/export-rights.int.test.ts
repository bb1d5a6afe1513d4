import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, LIVE_SCHEMA } from '../../../projector/database.ts';
import { createTestClient, type TestClient } from '../../testing/client.ts';
import type { Fetch } from '../../testing/from-address.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const key = generatePrivateKey();
let app: TestApp;
beforeAll(async () => {
  // Of HTTP/1.0 a trial ends, and with it the wide limits.
  app = await startApp({
    env: { SUPER_ADMIN_WALLET: privateKeyToAccount(key).address, RATE_LIMIT_SCALE: '100' },
  });
  await insertActs();
});
afterAll(() => app.close());

/** Far more than connections hold of an answer that is not read. */
const ACTS = { rows: 2_000, letters: 20_000 };

async function insertActs(): Promise<void> {
  const pool = createPool(app.databaseUrl);
  await pool.query(
    `insert into ${LIVE_SCHEMA}.admin_acts (commit, prepare, event_id, type, wallet, subject, created_at, act_key)
     select 1000000000000 + n, n, gen_random_uuid(), 'admin_added', '0x', repeat('x', $2), now(), 'event/' || n
     from generate_series(1, $1) as n`,
    [ACTS.rows, ACTS.letters],
  );
  await pool.end();
}

test.each([
  ['HTTP/1.1', overHttp, 'aborted'],
  ['HTTP/1.0', overOldHttp, 'ECONNRESET'],
] as const)(
  'a file that is still being sent over %s when its taker signs out everywhere breaks off, and does not look whole',
  async (_, ask, reason) => {
    const { owner, headers } = await signIn();
    const file = await ask(headers());
    const began = performance.now();
    await owner.post('/api/wallet/sign-out-everywhere');
    await expect.poll(() => performance.now() - began).toBeGreaterThan(1_200);
    const outcome = await buffer(file).then(
      () => 'it looks whole',
      (error: Error) => error.message,
    );
    expect(outcome).toContain(reason);
  },
);

const EXPORT = '/api/admin/export-activity';
type Headers = Readonly<Record<string, string>>;

/** `headers` are those of the last call. */
async function signIn(): Promise<{ owner: TestClient; headers: () => Headers }> {
  let headers: Headers = {};
  const reach: Fetch = (url, init) => {
    headers = init.headers;
    return fetch(url, init);
  };
  const owner = createTestClient(app.url, key, { reach });
  await owner.connect();
  await owner.get('/api/session');
  return { owner, headers: () => headers };
}

/** A file of which nothing is read before it is asked for. */
async function overHttp(headers: Headers): Promise<Readable> {
  const asked = get(new URL(EXPORT, app.url), { headers });
  // An event of a client's request.
  const [file] = (await once(asked, 'response')) as [IncomingMessage];
  expect(file.statusCode).toBe(200);
  return file;
}

async function overOldHttp(headers: Headers): Promise<Readable> {
  const socket = connect(app.port, '127.0.0.1');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const head = [`GET ${EXPORT} HTTP/1.0`, `host: ${new URL(app.url).host}`, ...lines];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  const [begun] = await once(socket, 'data');
  socket.pause();
  expect(String(begun)).toMatch(/^HTTP\/1\.1 200 /);
  return socket;
}
