import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { expect, test } from 'vitest';
import { securityHeaders } from './middleware/security-headers.ts';
import { setSessionCookie } from './session-cookie.ts';
import type { AppState } from './state.ts';

/** What a browser is told by a site of this address that signs it in. TLS ends at the proxy before it. */
async function answerOf(publicUrl: string): Promise<Headers> {
  const app = new Koa<AppState>();
  app.use(securityHeaders(() => publicUrl, []));
  app.use(async (ctx) => {
    setSessionCookie(ctx, publicUrl, 'secret', new Date('2100-01-01'));
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
  const [, bound = ''] = headers.getSetCookie();
  expect(bound).toBe(cookie.replace(/^evo_session=/, '__Host-evo_session='));
  // https://www.rfc-editor.org/rfc/rfc6265bis section 4.1.3.2: with a Domain browsers would not take it.
  expect(bound.toLowerCase()).not.toContain('domain');
  const [, seconds = '0'] = /max-age=(\d+)/.exec(headers.get('strict-transport-security') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThanOrEqual(180 * 24 * 3_600);
});

test('a trial on this machine works without https', async () => {
  const headers = await answerOf('http://localhost:3000');
  const [cookie = ''] = headers.getSetCookie();
  expect(cookie.toLowerCase()).toContain('httponly');
  expect(cookie.toLowerCase()).not.toContain('secure');
  expect(headers.getSetCookie()).toHaveLength(1);
  expect(headers.get('strict-transport-security')).toBeNull();
});
