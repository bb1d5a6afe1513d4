import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_PORT, freePort, LAST_PORT } from './free-port.ts';

const server = createServer((socket) => socket.on('error', () => undefined));
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void server.close());

test('no outgoing connection takes the port before a program listens there', async () => {
  // A server that listens on a port has an address with one.
  const { port: target } = server.address() as AddressInfo;
  const connections = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const socket = connect(target, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    }),
  );
  const taken = connections.map(({ localPort = 0 }) => localPort);
  for (const socket of connections) socket.destroy();
  expect(taken.filter((port) => port >= FIRST_PORT && port < LAST_PORT)).toEqual([]);
  const ports = await Promise.all(Array.from({ length: 50 }, freePort));
  expect(ports.filter((port) => port < FIRST_PORT || port >= LAST_PORT)).toEqual([]);
});

test('a program can listen on it', async () => {
  const program = createServer().listen(await freePort(), '127.0.0.1');
  await once(program, 'listening');
  expect(program.listening).toBe(true);
  program.close();
});
