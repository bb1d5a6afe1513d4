import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

const HASH = 'sha256-AAAA';

async function headersOf(publicUrl: string): Promise<Headers> {
  const app = new Koa();
  app.use(securityHeaders(() => publicUrl, [HASH]));
  app.use(async (ctx) => {
    ctx.body = ctx.state.cspNonce;
  });
  const server = createServer(app.callback());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    // Of a server that listens on a port.
    const { port } = server.address() as AddressInfo;
    return (await fetch(`http://127.0.0.1:${port}/`)).headers;
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function policyOf(publicUrl: string): Promise<ReadonlyMap<string, string>> {
  const policy = (await headersOf(publicUrl)).get('content-security-policy') ?? '';
  return new Map(
    policy.split(';').map((part): [string, string] => {
      const [name = '', ...sources] = part.split(' ');
      return [name, sources.join(' ')];
    }),
  );
}

const site = await policyOf('https://rewards.example');

test.each([
  ['default-src', "'none'"],
  ['script-src', `'self' '${HASH}'`],
  ['worker-src', "'self'"],
  ['img-src', "'self' data:"],
  ['font-src', "'self'"],
  ['connect-src', "'self'"],
  ['media-src', "'self'"],
  ['manifest-src', "'self'"],
  ['base-uri', "'none'"],
  ['form-action', "'self'"],
  ['frame-ancestors', "'none'"],
  ['upgrade-insecure-requests', ''],
])('the policy of a page says %s %s', (name, sources) => {
  expect(site.get(name)).toBe(sources);
});

test('styles have the nonce of their own answer, and no two answers the same', async () => {
  const others = await Promise.all([
    policyOf('https://rewards.example'),
    policyOf('https://rewards.example'),
  ]);
  const styles = [site, ...others].map((policy) => policy.get('style-src'));
  for (const style of styles) expect(style).toMatch(/^'self' 'nonce-[A-Za-z0-9+/_-]{16,}={0,2}'$/);
  expect(new Set(styles).size).toBe(3);
});

test('the policy says nothing else, and a trial is not sent to https', async () => {
  expect(site.size).toBe(13);
  const trial = await policyOf('http://localhost:3000');
  expect([...site.keys()].filter((name) => !trial.has(name))).toEqual(['upgrade-insecure-requests']);
});

test('no frame, no guessed type, and no address of a page to other sites', async () => {
  const headers = await headersOf('https://rewards.example');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect(headers.get('x-powered-by')).toBeNull();
});
