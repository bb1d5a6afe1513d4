import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../../projector/database.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { askForFile, EXPORT, type Headers, insertActs, signInToExport } from './testing/slow-taker.ts';

const key = generatePrivateKey();
let app: TestApp;
beforeAll(async () => {
  // Of HTTP/1.0 a trial ends, and with it the wide limits.
  app = await startApp({
    env: { SUPER_ADMIN_WALLET: privateKeyToAccount(key).address, RATE_LIMIT_SCALE: '100' },
  });
  const pool = createPool(app.databaseUrl);
  await insertActs(pool);
  await pool.end();
});
afterAll(() => app.close());

test.each([
  ['HTTP/1.1', (headers: Headers) => askForFile(app.url, headers), 'aborted'],
  ['HTTP/1.0', overOldHttp, 'ECONNRESET'],
] as const)(
  'a file that is still being sent over %s when its taker signs out everywhere breaks off, and does not look whole',
  async (_, ask, reason) => {
    const { owner, headers } = await signInToExport(app.url, key);
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
