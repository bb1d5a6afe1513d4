import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { errorResponse } from '../../contracts/api/error.ts';
import { readOnceSent } from '../../ledger/testing/read-once-sent.ts';
import { createHttpServer } from './http-server.ts';

/** What a connection gets when Node's parser says that something is wrong with a request that is still coming. */
function answerTo(code: string, answerUnderWay?: { headersSent: boolean; writableEnded: boolean }) {
  const http = createHttpServer(() => undefined);
  let sent = '';
  const socket = new Duplex({
    read: () => undefined,
    write(chunk, _, done) {
      sent += String(chunk);
      done();
    },
  });
  if (answerUnderWay) {
    Object.assign(socket, { _httpMessage: { ...answerUnderWay, req: { complete: false } } });
  }
  http.emit('clientError', Object.assign(new Error(code), { code }), socket);
  // The rest of what was sent is garbage to the parser.
  http.emit('clientError', Object.assign(new Error(code), { code }), socket);
  const isDestroyed = socket.destroyed;
  socket.destroy();
  return { sent, isDestroyed };
}

test.each([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_HEADER_OVERFLOW', 431],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['HPE_INVALID_METHOD', 400],
])('%s is %i in the error schema, once', (code, status) => {
  const { sent, isDestroyed } = answerTo(code);
  const [head = '', body = '', ...more] = sent.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
  expect(head).toContain(`Content-Length: ${body.length}`);
  expect(errorResponse.safeParse(JSON.parse(body)).success).toBe(true);
  expect(more).toEqual([]);
  // Who still sends can read it.
  expect(isDestroyed).toBe(false);
});

test('an answer that is under way is not torn by another', () => {
  const { sent, isDestroyed } = answerTo('HPE_INVALID_METHOD', { headersSent: true, writableEnded: false });
  expect([sent, isDestroyed]).toEqual(['', true]);
});

test('an answer that was given before goes out first', () => {
  const { sent } = answerTo('HPE_INVALID_METHOD', { headersSent: true, writableEnded: true });
  expect(sent).toMatch(/^HTTP\/1.1 400 /);
});

/** Of a server that answers what it is asked, and only once its parser has met something that is no request. */
async function answersTo(bytes: string): Promise<string> {
  const refused = Promise.withResolvers<void>();
  const http = createHttpServer(async ({ url }, response) => {
    // This one is given as a stream, and before those that were asked for earlier.
    if (url === '/b') response.write('most of ');
    await refused.promise;
    response.end(`done ${url}`);
  });
  http.on('clientError', () => refused.resolve());
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  let received = '';
  for await (const part of socket.setEncoding('utf8')) received += part;
  http.close();
  return received;
}

const post = (path: string, ...headers: readonly string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: a', 'Content-Length: 2', ...headers, '\r\n{}'].join('\r\n');

test.each([
  ['a body that is longer than it says', `${post('/a')}and more`, ['200', 'done /a', '400']],
  ['the last request, by its own word', `${post('/a', 'Connection: close')}and more`, ['200', 'done /a']],
  [
    'three requests and garbage',
    `${post('/a')}${post('/b')}${post('/c')}\0`,
    ['200', 'done /a', '200', 'done /b', '200', 'done /c', '400'],
  ],
])('what has come whole is answered before what is wrong behind it: %s', async (_, sent, told) => {
  expect((await answersTo(sent)).match(/(?<=HTTP\/1\.1 )\d+|done \/[abc]/g)).toEqual(told);
});

test.each([
  ['whose headers are too large', `HEAD /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['whose body is none', 'HEAD /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nnone', 400],
])(
  'a HEAD %s is refused without content, which would be taken for the next answer',
  async (_, sent, status) => {
    const [head, ...content] = (await answersTo(sent)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(content).toEqual(['']);
  },
);

/**
 * Of a server that answers before the body has come; then the next request follows, unless the first one was the last.
 * @param until what of the body the answer waits for
 */
async function answersToLarge(
  until: (request: IncomingMessage) => Promise<unknown>,
  isLast: boolean,
): Promise<string> {
  const http = createHttpServer(async (request, response) => {
    if (request.method === 'POST') await until(request);
    response.writeHead(request.method === 'POST' ? 413 : 200).end(`done ${request.url}`);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const head = ['POST /a HTTP/1.1', 'Host: a'];
  const received = isLast
    ? await readOnceSent(port, [...head, 'Connection: close'])
    : await readOnceSent(port, head, 'GET /b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  http.close();
  return received;
}

const untilNothing = async () => undefined;
/** As who reads a body and has had enough. */
const untilPart = async (request: IncomingMessage) => {
  await once(request, 'data');
  request.pause();
};

test.each([
  ['nothing of it', untilNothing],
  ['a part of it', untilPart],
])('who sends all before reading is told why it was refused when %s was read', async (_, until) => {
  const told = async (isLast: boolean) =>
    (await answersToLarge(until, isLast)).match(/(?<=HTTP\/1\.1 )\d+|done \/[ab]/g);
  expect(await told(true)).toEqual(['413', 'done /a']);
  expect(await told(false)).toEqual(['413', 'done /a', '200', 'done /b']);
});

/** A connection that has asked for something, and on which nothing moves for some milliseconds instead of a minute. */
async function silentFor(milliseconds: number, answer: (response: ServerResponse) => void) {
  const ended = Promise.withResolvers<void>();
  const http = createHttpServer((request, response) => {
    request.socket.once('close', () => ended.resolve());
    answer(response);
  });
  expect(http.timeout).toBe(60_000);
  http.timeout = milliseconds;
  http.keepAliveTimeout = milliseconds;
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write('GET /a HTTP/1.1\r\nHost: a\r\n\r\n');
  return { http, socket, ended: ended.promise };
}

test('a connection is kept for longer than a proxy in front keeps it, which would send a command on one that ends', async () => {
  const http = createHttpServer((_, response) => response.end());
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { headers } = await fetch(`http://127.0.0.1:${(http.address() as AddressInfo).port}`);
  const [, seconds] = /^timeout=(\d+)$/.exec(headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
  expect(http.keepAliveTimeout).toBe(Number(seconds) * 1_000);
  http.close();
  http.closeIdleConnections();
});

test('who takes nothing of an answer is let go', async () => {
  // More than a connection takes before somebody reads.
  const { http, socket, ended } = await silentFor(100, (response) => response.end(Buffer.alloc(64 << 20)));
  await ended;
  socket.destroy();
  http.close();
});

test('who waits for an answer that takes its time gets it, and is let go when nothing follows', async () => {
  const silence = 50;
  const { http, socket, ended } = await silentFor(silence, (response) => {
    // An answer whose head is there, as of an export that looks for its first line.
    response.write('most of ');
    setTimeout(() => response.end('it'), 5 * silence);
  });
  let received = '';
  for await (const part of socket.setEncoding('utf8')) received += part;
  expect(received).toMatch(/most of [\s\S]*it/);
  await ended;
  http.close();
});
