import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type StoreWithRights, startStoreWithRights } from '../ledger/embedded/testing/store-with-rights.ts';
import { programEnvironment } from '../ledger/testing/program-environment.ts';
import { lookAtRights } from './store-rights.ts';

const READS_AND_APPENDS = { $r: '$all', $w: '$all', $d: '$admins', $mw: '$admins' };

let store: StoreWithRights;
beforeAll(async () => {
  store = await startStoreWithRights();
});
afterAll(() => store.close());

/** What a look as the user says, and what it warns of. */
async function look(url: string) {
  const warned: unknown[] = [];
  const missing = await lookAtRights(url, 'append', { warn: (...words: unknown[]) => warned.push(words) });
  return { missing, warned };
}

test.each([
  [
    'delete streams, and so end them for a while or for ever',
    { $d: '$all' },
    ['delete streams', 'tombstone streams'],
  ],
  [
    'set their metadata, and so hide events',
    { $mw: '$all' },
    ['set the metadata of streams, which can hide events'],
  ],
])('a start warns of a user who may %s, without a trace in the store', async (_, right, may) => {
  store.restrict({ ...READS_AND_APPENDS, ...right });
  expect(await look(store.connectionString('evo'))).toEqual({
    missing: undefined,
    warned: [[{ may }, expect.stringContaining("its user 'evo' take events away")]],
  });
  expect(store.appended).toEqual([]);
});

test('nothing is said of a user who may read and append, and no more', async () => {
  store.restrict(READS_AND_APPENDS);
  expect(await look(store.connectionString('evo'))).toEqual({ missing: undefined, warned: [] });
});

test('of a store that asks nobody who they are it is said whom it lets in', async () => {
  store.restrict({ ...READS_AND_APPENDS, $d: '$all' });
  const { warned } = await look(store.connectionString('nobody').replace('nobody:secret@', ''));
  expect(warned).toEqual([[expect.anything(), expect.stringContaining('whoever reaches the event store')]]);
});

test('a store that stands still keeps no start waiting, and nothing is said of it', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).resume());
  });
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    silent.close();
    for (const socket of sockets) socket.destroy();
  });
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  expect(await look(`esdb://evo:secret@127.0.0.1:${address.port}?tls=false`)).toEqual({
    missing: undefined,
    warned: [],
  });
});

test('a projector whose user may take events away says so when it starts, before Postgres is there', async () => {
  store.restrict({ ...READS_AND_APPENDS, $d: '$all' });
  const child = spawn(process.execPath, [new URL('./main.ts', import.meta.url).pathname], {
    env: {
      ...programEnvironment(),
      EVENTSTORE_URL: store.connectionString('evo'),
      DATABASE_URL: 'postgres://evo@127.0.0.1:1/evo',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface(child.stderr);
  const said = async () => {
    for await (const line of lines) if (line.includes('take events away')) return line;
    return 'nothing';
  };
  expect(await said()).toContain('"may":["delete streams","tombstone streams"]');
  child.kill('SIGTERM');
  child.stderr.resume();
  await ended;
});
