import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StoreWithRights, startStoreWithRights } from '../ledger/embedded/testing/store-with-rights.ts';
import { programEnvironment } from '../ledger/testing/program-environment.ts';
import { startTestPostgres, type TestPostgres } from './testing/postgres.ts';
import { unfitStores } from './unfit-stores.ts';

let store: StoreWithRights;
let postgres: TestPostgres;
beforeAll(async () => {
  [store, postgres] = await Promise.all([startStoreWithRights(), startTestPostgres()]);
});
afterAll(async () => {
  await store.close();
  await postgres.stop();
});

test.each(['', 'rebuild'])(
  'a user who may not read the ledger: `main.ts %s` does not begin, and names the right',
  async (command) => {
    const child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname, command], {
      env: {
        ...programEnvironment(),
        EVENTSTORE_URL: store.connectionString('other'),
        DATABASE_URL: postgres.connectionString,
        LOG_LEVEL: 'silent',
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(said).toMatch(/does not let its user 'other' read \$all.*store-rights/);
    expect(code).toBe(1);
  },
);

/** As PgBouncer answers who brings `options`. */
async function refusingPooler(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0';
      const header = Buffer.alloc(5);
      header.write('E');
      header.writeInt32BE(fields.length + 4, 1);
      socket.end(Buffer.concat([header, Buffer.from(fields)]));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://evo@127.0.0.1:${port}/evo`, close: () => server.close() };
}

test('a pooler that refuses limits of time is named, with what to tell it; a Postgres that is away is waited for', async () => {
  const eventStoreUrl = store.connectionString('admin');
  const pooler = await refusingPooler();
  const look = (databaseUrl: string, signal: AbortSignal) =>
    unfitStores({ eventStoreUrl, databaseUrl }, signal, { warn: () => undefined });
  const ever = new AbortController().signal;
  expect(await look(pooler.url, ever)).toMatch(/ignore_startup_parameters/);
  pooler.close();
  const over = new AbortController();
  const waiting = look(pooler.url, over.signal);
  expect(await Promise.race([waiting, look(postgres.connectionString, ever).then(() => 'waits')])).toBe(
    'waits',
  );
  over.abort();
  expect(await waiting).toBeUndefined();
});
