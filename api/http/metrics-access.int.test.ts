import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newWallet } from '../../ledger/testing/start-ledger.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

const TOKEN = 'a-token-of-this-test-alone';
/** Three replicas of one program: as it is without settings, with a token, and with a port of its own. */
let plain: TestApp;
let guarded: TestApp;
let apart: TestApp;
beforeAll(async () => {
  plain = await startApp({ env: { LOG_LEVEL: 'silent' } });
  const replica = {
    EVENTSTORE_URL: plain.eventStoreUrl,
    DATABASE_URL: plain.databaseUrl,
    SUPER_ADMIN_WALLET: newWallet(),
    VAULT_KEY: (await readFile(join(plain.dataDir, 'vault.key'), 'utf8')).trim(),
  };
  [guarded, apart] = await Promise.all([
    startApp({ env: { ...replica, METRICS_TOKEN: TOKEN } }),
    startApp({ env: { ...replica, METRICS_PORT: '0' } }),
  ]);
});
afterAll(async () => {
  await Promise.all([guarded.close(), apart.close()]);
  await plain.close();
});

function ask(url: string, headers: Record<string, string> = {}): Promise<{ status?: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL('/metrics', url), { headers }, async (answer) => {
      const text = (await answer.toArray()).join('');
      resolve({ ...(answer.statusCode && { status: answer.statusCode }), text });
    });
    asked.on('error', reject).end();
  });
}

const numbers = expect.stringContaining('evo_http_request_seconds');
const nothing = expect.not.stringContaining('evo_');

test('without a setting the numbers are for this machine, never for a caller behind the proxy', async () => {
  expect(await ask(plain.url)).toEqual({ status: 200, text: numbers });
  for (const headers of [
    { 'x-forwarded-for': '203.0.113.7' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=127.0.0.1' },
    { host: 'evo.example.org' },
  ]) {
    expect(await ask(plain.url, headers)).toEqual({ status: 404, text: nothing });
  }
  expect(await ask(plain.url)).toMatchObject({ status: 200 });
});

test('with a token they are for who has it, wherever they ask from', async () => {
  const forwarded = { 'x-forwarded-for': '10.0.0.7', host: 'evo.example.org' };
  expect(await ask(guarded.url, { ...forwarded, authorization: `Bearer ${TOKEN}` })).toEqual({
    status: 200,
    text: numbers,
  });
  for (const authorization of [
    '',
    'Bearer',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
  ]) {
    expect(await ask(guarded.url, { authorization })).toEqual({ status: 401, text: nothing });
  }
});

test('with a port of their own the public one has none', async () => {
  expect(await ask(apart.url)).toEqual({ status: 404, text: nothing });
  const own = `http://127.0.0.1:${apart.metricsPort}`;
  expect(apart.metricsPort).not.toBe(Number(new URL(apart.url).port));
  expect(await ask(own)).toEqual({ status: 200, text: numbers });
  // As a scrape with parameters asks.
  expect((await fetch(`${own}/metrics?module=evo`)).status).toBe(200);
  expect((await fetch(`${own}/metrics`, { method: 'HEAD' })).status).toBe(200);
  // Nor is the loopback address one for a name that was pointed at it.
  expect(await ask(own, { host: 'rebound.example' })).toEqual({ status: 404, text: nothing });
  expect((await fetch(new URL('/api/session', own))).status).toBe(404);
});
