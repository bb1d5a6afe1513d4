import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpError } from '../http-error.ts';
import { readJsonBody } from './json-body.ts';

const app = new Koa();
app.use(async (ctx) => {
  try {
    await readJsonBody(ctx);
    ctx.body = JSON.stringify(ctx.request.body ?? {}).length;
  } catch (error) {
    // The parser's own errors have a status, too.
    ctx.status = error instanceof HttpError ? error.status : (error as { status: number }).status;
  }
});
const server = createServer(app.callback());
let url = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Of a server that listens on a port.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());

async function statusOf(body: BodyInit, headers: Record<string, string> = {}): Promise<number> {
  const sent = { 'content-type': 'application/json', ...headers };
  return (await fetch(url, { method: 'POST', headers: sent, body })).status;
}

/** JSON of so many bytes. */
const ofBytes = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;

test('a body has 64 KiB at the most, to the byte', async () => {
  expect(await statusOf(ofBytes(64 * 1024))).toBe(200);
  expect(await statusOf(ofBytes(64 * 1024 + 1))).toBe(413);
});

test('what is not UTF-8 is refused, and not read with holes in it', async () => {
  const reason = '{"reason":"Prämie"}';
  expect(await statusOf(reason)).toBe(200);
  for (const encoding of ['latin1', 'utf16le'] as const) {
    const type = { 'content-type': `application/json; charset=${encoding}` };
    expect(await statusOf(Buffer.from(reason, encoding), type), encoding).toBe(400);
  }
});

test('what is packed is not unpacked', async () => {
  const packed = gzipSync(ofBytes(64 * 1024));
  expect(packed.length).toBeLessThan(1_000);
  expect(await statusOf(packed, { 'content-encoding': 'gzip' })).toBe(415);
  expect(await statusOf('{}', { 'content-encoding': 'identity' })).toBe(200);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of %s, which a form of another site could send, is refused',
  async (type) => {
    expect(await statusOf('{"a":1}', { 'content-type': type })).toBe(415);
  },
);
