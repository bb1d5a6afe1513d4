import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeRights, setDefaultRights } from './event-store-rights.ts';

/** Takes connections and says nothing, as a store that stands still. */
let silent: Server;
let url: string;
const sockets = new Set<Socket>();
beforeAll(async () => {
  silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).resume();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `esdb://admin:secret@127.0.0.1:${address.port}?tls=false`;
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await new Promise<void>((resolve) => silent.close(() => resolve()));
});

test('a store that stands still keeps nobody waiting: who asks for rights, or gives some, is told', async () => {
  await Promise.all([
    expect(probeRights(url)).rejects.toThrow('no answer'),
    expect(setDefaultRights(url, 'evo')).rejects.toThrow('no answer'),
  ]);
});
