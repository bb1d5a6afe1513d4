import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { afterEach, expect, test } from 'vitest';
import { compression } from './compression.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Where an answer of so many lines is sent, made while it is sent. */
async function sent(lines: () => AsyncGenerator<string>, told: unknown[] = []) {
  const app = new Koa();
  const readable = Readable.from(lines(), { objectMode: false });
  app.on('error', (error) => told.push(error));
  app.use(compression());
  app.use(async (ctx) => {
    ctx.type = 'text/csv';
    ctx.body = readable;
  });
  server = createServer(app.callback()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, readable };
}

const line = `${'x'.repeat(9_999)}\n`;
/** Longer than any answer here takes, and shorter than a test may. */
const asked = (encoding: string): RequestInit => ({
  headers: { 'accept-encoding': encoding },
  signal: AbortSignal.timeout(30_000),
});
const ENCODINGS = ['gzip', 'br', 'deflate', 'zstd', 'identity'];

test.each(ENCODINGS)('what is made while it is sent comes whole: %s', async (encoding) => {
  const { url } = await sent(async function* () {
    for (let n = 0; n < 20; n++) yield line;
  });
  expect(await (await fetch(url, asked(encoding))).text()).toBe(line.repeat(20));
});

test.each(ENCODINGS)(
  'what cannot be made to its end breaks off, and nobody waits for the rest: %s',
  async (encoding) => {
    const told: unknown[] = [];
    const { url } = await sent(async function* () {
      for (let n = 0; n < 20; n++) yield line;
      throw new Error('the database is gone');
    }, told);
    const broken = await fetch(url, asked(encoding))
      .then((answer) => answer.text())
      .catch((error: Error) => error);
    expect(broken).toMatchObject({ name: 'TypeError' });
    expect(told[0]).toMatchObject({ message: 'the database is gone' });
  },
);

test.each(ENCODINGS)('what fails before its first byte is no answer either: %s', async (encoding) => {
  const { url } = await sent(async function* () {
    yield* [];
    throw new Error('the database is gone');
  });
  const broken = await fetch(url, asked(encoding))
    .then((answer) => answer.text())
    .catch((error: Error) => error);
  expect(broken).toMatchObject({ name: 'TypeError' });
});

test.each(ENCODINGS)('what nobody takes any more is made no more: %s', async (encoding) => {
  const left = new AbortController();
  const { url, readable } = await sent(async function* () {
    for (;;) yield line;
  });
  const { body } = await fetch(url, { ...asked(encoding), signal: left.signal });
  await body?.getReader().read();
  const closed = once(readable, 'close').catch((error: unknown) => error);
  left.abort();
  await closed;
  expect(readable.destroyed).toBe(true);
});
