import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { createLeaving } from './leaving.ts';

const ends: (() => unknown)[] = [];
afterEach(() => Promise.all(ends.splice(0).map((end) => end())));

/** A server whose answers to `/slow` go on until the test ends them, and somebody with one connection to it. */
async function startServer() {
  const http = createServer();
  const leaving = createLeaving(http);
  const begun: ServerResponse[] = [];
  http.on('request', ({ url }, response) => {
    response.write('first ');
    if (url === '/slow') begun.push(response);
    else response.end('last');
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.push(
    () => agent.destroy(),
    () => http.closeAllConnections(),
  );
  const ask = async (path: string) => {
    const [answer]: [IncomingMessage] = await once(
      get({ port, path, agent, host: '127.0.0.1' }),
      'response',
    ).then(([one]) => [one]);
    return answer;
  };
  const closed = () => new Promise<void>((resolve) => http.close(() => resolve()));
  return { leaving, begun, ask, closed, port };
}

async function textOf(answer: Readable): Promise<string> {
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return text;
}

test('an answer that begins while the process leaves is the last of its connection', async () => {
  const { leaving, ask } = await startServer();
  const before = await ask('/');
  expect(before.headers.connection).toBe('keep-alive');
  expect(await textOf(before)).toBe('first last');
  expect(leaving.isLeaving()).toBe(false);
  leaving.begin();
  expect(leaving.isLeaving()).toBe(true);
  const after = await ask('/');
  expect(after.headers.connection).toBe('close');
  expect(await textOf(after)).toBe('first last');
});

test('whose answer had begun before may ask once more after it, also when nobody new is let in', async () => {
  const { leaving, begun, ask, closed } = await startServer();
  const answer = await ask('/slow');
  expect(answer.headers.connection).toBe('keep-alive');
  leaving.begin();
  const end = closed();
  begun[0]?.end('last');
  expect(await textOf(answer)).toBe('first last');
  const next = await ask('/');
  expect(next.headers.connection).toBe('close');
  expect(await textOf(next)).toBe('first last');
  await end;
});

test('who asks nothing more keeps nobody waiting', async () => {
  const { leaving, begun, ask, closed } = await startServer();
  const answer = await ask('/slow');
  leaving.begin();
  const end = closed();
  begun[0]?.end('last');
  expect(await textOf(answer)).toBe('first last');
  await expect(end).resolves.toBeUndefined();
});

test('who asked for the next before they had the last has both, however long the next one takes', async () => {
  const { leaving, begun, closed, port } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(2));
  await expect.poll(() => begun.length).toBe(2);
  leaving.begin();
  const end = closed();
  begun[0]?.end('last');
  // Longer than anybody is waited for who asks nothing more.
  await sleep(1_300);
  begun[1]?.end('last');
  expect((await textOf(socket)).split('last')).toHaveLength(3);
  await end;
});
