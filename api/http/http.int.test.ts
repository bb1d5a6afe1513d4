import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals } from '../../contracts/messages.ts';
import { PAINTED_PAGES_FILE } from '../../contracts/painted-pages.ts';
import { createPool, LIVE_SCHEMA } from '../../projector/database.ts';
import { createTestClient, idempotencyKey, type TestClient } from '../testing/client.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { endpoints } from './openapi.ts';

const THEME = "document.documentElement.dataset.theme = 'light'";
const drawing = {
  withAnswers: true,
  markup: { visitor: 'for a visitor', visitorBeforeStart: 'before the start', member: 'for a member' },
  styles: '.a{color:red}',
  modules: [],
  fonts: [],
};
const painted = { pages: { socials: drawing, rewards: drawing, notFound: drawing } };

let app: TestApp;
let visitor: TestClient;
let uiDist: string;

beforeAll(async () => {
  uiDist = await mkdtemp(join(tmpdir(), 'evo-http-'));
  await writeFile(
    join(uiDist, 'index.html'),
    `<!doctype html><script>${THEME}</script><!--head--><div id="root"><!--page--></div><!--answers-->`,
  );
  await mkdir(join(uiDist, '.vite'));
  await writeFile(join(uiDist, PAINTED_PAGES_FILE), JSON.stringify(painted));
  await mkdir(join(uiDist, 'assets'));
  await writeFile(join(uiDist, 'assets/index-abc123.js'), `//${'x'.repeat(5_000)}`);
  await writeFile(join(uiDist, 'assets/index-abc123.js.br'), brotliCompressSync('// made by the build'));
  await writeFile(join(uiDist, 'manifest.webmanifest'), '{}');
  await writeFile(join(uiDist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  app = await startApp({ uiDist, env: { PUBLIC_RPC_URL: 'https://rpc.example' } });
  visitor = createTestClient(app.url);
});
afterAll(async () => {
  await app.close();
  await rm(uiDist, { recursive: true });
});

describe('every answer', () => {
  test.each(['/', '/api/session', '/api/nothing', '/assets/index-abc123.js', '/livez'])(
    '%s carries the security headers and a request id',
    async (path) => {
      const { headers } = await visitor.get(path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('x-powered-by')).toBeNull();
    },
  );

  test('of a call is the same in whatever letters its path is spelled', async () => {
    const answers = await Promise.all(['/api/network', '/API/Network'].map((path) => visitor.get(path)));
    expect(answers[1]).toMatchObject({ status: 200, body: answers[0]?.body });
  });

  test('an error has a code, a text and the request id, and nothing else', async () => {
    const answer = await visitor.get('/api/nothing');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({
      error: 'NotFound',
      message: refusals.notFound,
      requestId: answer.headers.get('x-request-id'),
    });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('the wrong method is 405 with the right ones', async () => {
    const answer = await visitor.get('/api/rewards/claim');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
  });

  test('a body that is too large is 413 with a text', async () => {
    const answer = await visitor.post('/api/wallet/challenge', { walletAddress: 'x'.repeat(100_000) });
    expect(answer).toMatchObject({ status: 413, body: { message: refusals.bodyTooLarge } });
  });
});

describe('the UI', () => {
  test('the page is fresh, with a nonce of its own in the page and in the policy', async () => {
    const nonces = await Promise.all(
      ['/', '/evo-rewards', '/ref/somebody'].map(async (path) => {
        const { status, headers, body } = await visitor.get<string>(path);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(headers.get('cache-control')).toBe('no-cache');
        const policy = headers.get('content-security-policy');
        if (path === '/ref/somebody') return policy;
        const nonce = /nonce="([^"]+)"/.exec(String(body))?.[1];
        expect(policy).toContain(`'nonce-${nonce}'`);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  test('the one script in the page itself is let in by its hash', async () => {
    const { headers } = await visitor.get('/');
    const hash = createHash('sha256').update(THEME).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  test('a path that no page has is 404, with the page that says so', async () => {
    const answer = await visitor.get<string>('/no/such/page');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.body).toContain('<title>Page Not Found · EvoRewards</title>');
    expect(answer.body).toContain('for a visitor');
    expect(await rawStatus('/index.html')).toBe(404);
  });

  test('HEAD says what GET would', async () => {
    const ask = (path: string, method: string) =>
      fetch(app.url + path, { method, headers: { 'accept-encoding': 'identity' } });
    for (const path of ['/evo-rewards', '/no/such/page', '/robots.txt']) {
      const [get, head] = await Promise.all([ask(path, 'GET'), ask(path, 'HEAD')]);
      const body = await get.text();
      expect(await head.text()).toBe('');
      expect(head.status).toBe(get.status);
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
      expect(head.headers.get('cache-control')).toBe(get.headers.get('cache-control'));
    }
  });

  test('who sends no cookie of a session gets the drawing for visitors, and caches tell the two apart', async () => {
    const ask = async (cookie: string) => {
      const answer = await fetch(`${app.url}/evo-rewards`, { headers: { cookie } });
      expect(answer.headers.get('vary')).toContain('Cookie');
      return answer.text();
    };
    expect(await ask('other=1')).toMatch(/>for a visitor<.*"session":null/);
    const member = await ask('evo_session=ended-long-ago');
    expect(member).toContain('>for a member<');
    expect(member).not.toContain('"session"');
  });

  test('search engines find what they may keep, at the address of the site', async () => {
    const robots = await visitor.get<string>('/robots.txt');
    expect(robots.headers.get('content-type')).toContain('text/plain');
    expect(robots.body).toContain(`Sitemap: ${app.url}/sitemap.xml`);
    const sitemap = await visitor.get<string>('/sitemap.xml');
    expect(sitemap.headers.get('content-type')).toContain('xml');
    expect([...String(sitemap.body).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual(
      ['/', '/evo-rewards', '/raffle', '/raffle/proofs', '/ledger'].map((path) => app.url + path),
    );
    const manifest = await visitor.get('/manifest.webmanifest');
    expect(manifest.headers.get('content-type')).toContain('application/manifest+json');
  });

  test('a file with a hash in its name is kept for a year, compressed', async () => {
    const { headers } = await visitor.get('/assets/index-abc123.js', { 'accept-encoding': 'br' });
    expect(headers.get('cache-control')).toBe('max-age=31536000,immutable');
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('content-type')).toContain('javascript');
    expect(headers.get('vary')).toContain('Accept-Encoding');
    const made = await fetch(`${app.url}/assets/index-abc123.js`, { headers: { 'accept-encoding': 'br' } });
    expect(await made.text()).toBe('// made by the build');
    const plain = await fetch(`${app.url}/assets/index-abc123.js`, {
      headers: { 'accept-encoding': 'identity' },
    });
    expect(await plain.text()).toMatch(/^\/\/x+$/);
  });

  test('other files are asked for again', async () => {
    const { status, headers } = await visitor.get('/favicon.svg');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('max-age=0');
  });

  test('files are those that the program began with, whatever the next build makes of their folder meanwhile', async () => {
    const folder = join(uiDist, 'assets');
    const file = join(folder, 'index-abc123.js');
    const { mtime } = await stat(file);
    await rename(folder, join(uiDist, 'elsewhere'));
    try {
      await mkdir(folder);
      await writeFile(join(folder, 'index-def456.js'), '// of the next release');
      const sent = await fetch(`${app.url}/assets/index-abc123.js`, {
        headers: { 'accept-encoding': 'identity' },
      });
      expect([sent.status, await sent.text()]).toEqual([200, expect.stringMatching(/^\/\/x+$/)]);
      expect(sent.headers.get('last-modified')).toBe(mtime.toUTCString());
      expect((await visitor.get('/assets/index-def456.js')).status).toBe(404);
    } finally {
      await rm(folder, { recursive: true });
      await rename(join(uiDist, 'elsewhere'), folder);
    }
  });

  test('a file that a browser has is not sent again, unless it is another one by now', async () => {
    const ask = (headers: Record<string, string>, method = 'GET', path = '/favicon.svg') =>
      fetch(app.url + path, {
        method,
        // As a page that is loaded again asks; fetch by itself would ask past all caches.
        headers: { 'accept-encoding': 'identity', 'cache-control': 'max-age=0', ...headers },
      });
    const first = await ask({});
    const etag = first.headers.get('etag') ?? '';
    const changed = first.headers.get('last-modified') ?? '';
    expect(etag).toMatch(/^W\/"[^"]+"$/);
    const known = [
      { 'if-none-match': etag },
      { 'if-none-match': `"other", ${etag}` },
      { 'if-modified-since': changed },
      { 'if-none-match': etag, 'if-modified-since': changed },
    ];
    for (const headers of known) {
      for (const method of ['GET', 'HEAD']) {
        const again = await ask(headers, method);
        expect([again.status, await again.text()]).toEqual([304, '']);
        expect(again.headers.get('etag')).toBe(etag);
        expect(again.headers.get('cache-control')).toBe('max-age=0');
        expect(again.headers.get('content-type')).toBeNull();
      }
    }
    // A release of before, come back, has the older file.
    const others = [
      { 'if-none-match': '"other"' },
      { 'if-none-match': '"other"', 'if-modified-since': changed },
      { 'if-modified-since': new Date(Date.parse(changed) - 1_000).toUTCString() },
      { 'if-modified-since': 'yesterday' },
      // No part of it is kept apart.
      { range: 'bytes=0-3' },
    ];
    for (const headers of others) expect((await ask(headers)).status).toBe(200);
    const packed = await ask({ 'accept-encoding': 'br' }, 'GET', '/assets/index-abc123.js');
    const plain = await ask({}, 'GET', '/assets/index-abc123.js');
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    const again = { 'accept-encoding': 'br', 'if-none-match': packed.headers.get('etag') ?? '' };
    const kept = await ask(again, 'GET', '/assets/index-abc123.js');
    expect([kept.status, kept.headers.get('vary'), kept.headers.get('content-encoding')]).toEqual([
      304,
      'Accept-Encoding',
      null,
    ]);
  });

  test.each([
    '/assets/none.js',
    '/assets/',
    '/%2e%2e/%2e%2e/package.json',
    '/..%2f..%2fpackage.json',
    '/assets/..%2findex.html%00',
    // The page without what every page has, for a year; and a file for a year that may change with the next release.
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/./index.html',
    '/assets/..%2ffavicon.svg',
    '/.env',
  ])('%s gives no file', async (path) => {
    const status = await rawStatus(path);
    expect([400, 403, 404]).toContain(status);
  });
});

describe('operation', () => {
  test('live, ready and measured', async () => {
    expect((await visitor.get('/livez')).body).toEqual({ status: 'ok' });
    const ready = await visitor.get('/readyz');
    expect(ready).toMatchObject({ status: 200, body: { status: 'ready', ledger: 'ok', database: 'ok' } });
    const metrics = await visitor.get<string>('/metrics');
    expect(metrics.body).toContain('evo_projector_healthy 1');
    for (const cache of ['streams', 'raffle entries', 'callers of limits', 'process referral-rewards']) {
      expect(metrics.body).toMatch(new RegExp(`evo_cache_bytes_limit\\{cache="${cache}"\\} [1-9]`));
    }
    expect(metrics.body).toMatch(/evo_cache_bytes\{cache="streams"\} [1-9]/);
    expect(metrics.body).toMatch(/evo_http_request_seconds_count\{[^}]*route="\/livez"/);
  });

  test.each(['/livez', '/readyz', '/metrics'])('what %s says is kept by no cache', async (path) => {
    expect((await visitor.get(path)).headers.get('cache-control')).toBe('no-store');
  });

  test('red while no projector gives a sign of life, with what to do, and green when one does again', async () => {
    const pool = createPool(app.databaseUrl);
    const silence = `update ${LIVE_SCHEMA}.lead set holder = null, beat_at = now() - interval '1 hour'`;
    const ready = () => visitor.get('/readyz');
    try {
      await expect
        .poll(async () => {
          await pool.query(silence);
          return ready();
        })
        .toMatchObject({
          status: 503,
          body: { projector: expect.stringMatching(/sign of life .*: start one/) },
        });
      await expect.poll(ready).toMatchObject({ status: 200, body: { projector: 'live' } });
    } finally {
      await pool.end();
    }
  });

  test('commands are counted by what came of them; who only asks what one would do has sent none', async () => {
    const client = createTestClient(app.url);
    await client.connect();
    const key = idempotencyKey();
    await client.post('/api/whitelist', {}, key);
    await client.post('/api/whitelist', {}, key);
    await client.post('/api/whitelist', {}, { 'idempotency-key': 'none' });
    await client.post('/api/profile/erase-personal-data', { dryRun: true });
    await client.get('/api/dashboard');
    const { body } = await visitor.get<string>('/metrics');
    const counted = [...body.matchAll(/^evo_commands_total\{route="(.+)",outcome="(.+)"\} (\d+)$/gm)];
    expect(counted.map(([, route, outcome, count]) => `${route} ${outcome} ${count}`).sort()).toEqual([
      '/api/wallet/connect done 1',
      '/api/whitelist done 1',
      '/api/whitelist refused 1',
      '/api/whitelist replayed 1',
    ]);
  });

  test('the OpenAPI page describes every call', async () => {
    const { body } = await visitor.get<{ openapi: string; paths: Record<string, Record<string, unknown>> }>(
      '/api/openapi.json',
    );
    expect(body.openapi).toMatch(/^3\.1/);
    for (const { method, path } of endpoints) {
      const described = body.paths[path.replace(/[:*](\w+)/g, '{$1}')];
      expect(described).toHaveProperty(method.toLowerCase());
      for (const status of [400, 405, 408, 417, 429, 431, 503]) {
        expect(described).toHaveProperty([method.toLowerCase(), 'responses', String(status)]);
      }
    }
  });
});

describe('the demo wallet', () => {
  test('is offered on a local trial, and only under a loopback name', async () => {
    expect((await visitor.get('/api/network')).body).toMatchObject({
      demoWallet: true,
      chainId: '0xd60',
      rpcUrls: ['https://rpc.example'],
    });
    expect((await visitor.get<{ wallets: unknown[] }>('/api/dev/wallets')).body.wallets).toHaveLength(2);
    expect(await rawStatus('/api/dev/wallets', 'rebound.example')).toBe(404);
  });

  test('is absent from a deployment', async () => {
    const deployed = await startApp({
      env: {
        EVENTSTORE_URL: app.eventStoreUrl,
        SUPER_ADMIN_WALLET: visitor.account.address,
        RPC_URL: 'http://127.0.0.1:9/v1/key-of-the-operator',
      },
    });
    try {
      const client = createTestClient(deployed.url);
      const network = await client.get('/api/network');
      // The program's own RPC endpoint may carry a key in its path or its query.
      expect(network.body).toMatchObject({ demoWallet: false, rpcUrls: [] });
      expect(JSON.stringify(network.body)).not.toContain('key-of-the-operator');
      expect((await client.get('/api/dev/wallets')).status).toBe(404);
    } finally {
      await deployed.close();
    }
  });
});

/** The status of a path that `fetch` would clean before sending. */
async function rawStatus(path: string, host = 'localhost'): Promise<number> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [head] = await once(socket, 'data');
  socket.destroy();
  return Number(String(head).split(' ')[1]);
}
