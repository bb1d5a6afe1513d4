import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { errorResponse } from '../../contracts/api/error.ts';
import { createHttpServer } from './http-server.ts';

/** What a connection gets when Node's parser says that something is wrong. */
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
  if (answerUnderWay) Object.assign(socket, { _httpMessage: answerUnderWay });
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
