import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '../../ledger/testing/free-port.ts';
import { startApp } from '../testing/start-app.ts';

/** Takes connections and never says a word, as a frozen event store does. */
let silent: Server;
const sockets = new Set<Socket>();
beforeAll(async () => {
  silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

// A server that listens has a port.
const portOf = (server: Server) => (server.address() as AddressInfo).port;

test('a request in the first moments of a start is answered at once: alive, and not ready', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const starting = startApp({
    env: {
      PORT: String(port),
      EVENTSTORE_URL: `esdb://127.0.0.1:${portOf(silent)}?tls=false`,
      SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
      LOG_LEVEL: 'silent',
    },
  });
  let isStarting = true;
  void starting.then(() => {
    isStarting = false;
  });
  const ask = (path: string) => fetch(`${url}${path}`, { signal: AbortSignal.timeout(1_500) });
  await vi.waitFor(() => ask('/livez'), { timeout: 30_000, interval: 5 });
  const ready = await ask('/readyz');
  expect(ready.status).toBe(503);
  expect(ready.headers.get('retry-after')).toBe('1');
  expect(await ready.json()).toMatchObject({ error: 'Starting' });
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/livez?from=balancer')).status).toBe(200);
  // It was asked while the program waited for its event store.
  expect(isStarting).toBe(true);
  const app = await starting;
  expect((await fetch(`${url}/readyz`)).status).toBe(503);
  await app.close();
});
