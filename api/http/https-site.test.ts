import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { setCookie } from '../resources/wallet/wallet-routes.ts';
import { securityHeaders } from './middleware/security-headers.ts';
import type { AppState } from './state.ts';

/** What a browser is told by a site of this address that signs it in. TLS ends at the proxy before it. */
async function answerOf(publicUrl: string): Promise<Headers> {
  const app = new Koa<AppState>();
  app.use(securityHeaders(() => publicUrl, []));
  app.use(async (ctx) => {
    // Of the router's context it uses what every context has.
    setCookie(ctx as Parameters<typeof setCookie>[0], publicUrl, 'secret', new Date('2100-01-01'));
    ctx.body = 'here';
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

test('a site on https gives its session to no plain connection, and is never asked over one again', async () => {
  const headers = await answerOf('https://rewards.example');
  const [cookie = ''] = headers.getSetCookie();
  const parts = cookie.split('; ').map((part) => part.toLowerCase());
  expect(parts).toEqual(expect.arrayContaining(['secure', 'httponly', 'samesite=lax', 'path=/']));
  const [, seconds = '0'] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(180 * 24 * 3_600);
});

test('a trial on this machine works without https', async () => {
  const headers = await answerOf('http://localhost:3000');
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie.toLowerCase()).toContain('httponly');
  expect(cookie.toLowerCase()).not.toContain('secure');
  expect(headers.get('strict-transport-security')).toBeNull();
});
