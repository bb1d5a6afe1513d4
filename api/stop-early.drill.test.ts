import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { freePort } from '../ledger/testing/free-port.ts';
import { programEnvironment } from '../ledger/testing/program-environment.ts';
import { EMPTY_UI } from './testing/empty-ui.ts';

test('told to stop while it still begins, the program ends by itself: as the first process of a container nobody else ends it', async () => {
  const sockets = new Set<Socket>();
  // As a Postgres that stands still: the start waits for it.
  const silent = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  // A server that listens has a port.
  const { port: silentPort } = silent.address() as AddressInfo;
  const port = await freePort();
  const program = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    env: {
      ...{ ...programEnvironment(), PORT: String(port), UI_DIST: EMPTY_UI, LOG_LEVEL: 'silent' },
      EVENTSTORE_URL: `esdb://127.0.0.1:${silentPort}?tls=false`,
      DATABASE_URL: `postgres://evo@127.0.0.1:${silentPort}/evo`,
      SUPER_ADMIN_WALLET: `0x${'1'.repeat(40)}`,
      VAULT_KEY: Buffer.alloc(32).toString('base64'),
    },
    stdio: 'ignore',
  });
  const exited = once(program, 'exit');
  await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/livez`), { timeout: 30_000, interval: 5 });
  program.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});
