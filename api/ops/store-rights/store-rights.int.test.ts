import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  type StoreWithRights,
  startStoreWithRights,
} from '../../../ledger/embedded/testing/store-with-rights.ts';
import { startTemporaryStore } from '../../../ledger/embedded/testing/temporary-store.ts';
import { lookAtRights } from '../../../projector/store-rights.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { readConfig } from '../../config.ts';
import { startServer } from '../../server.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { storeRightsCommand } from './store-rights-command.ts';

const silent = pino({ level: 'silent' });

let store: StoreWithRights;
let folder: string;
let postgres: TestPostgres;
const settings = (user: string) =>
  readConfig({
    ...{ EVENTSTORE_URL: store.connectionString(user), PORT: '0', UI_DIST: EMPTY_UI, DATA_DIR: folder },
    ...{ DATABASE_URL: postgres.connectionString, VAULT_KEY: Buffer.alloc(32, 7).toString('base64') },
    SUPER_ADMIN_WALLET: '0x52908400098527886E0F7030069857D2E4169EE7',
  });
beforeAll(async () => {
  [store, postgres, folder] = await Promise.all([
    startStoreWithRights(),
    startTestPostgres(),
    mkdtemp(join(tmpdir(), 'evo-rights-')),
  ]);
});
afterAll(async () => {
  await store.close();
  await postgres.stop();
  await rm(folder, { recursive: true });
});

test('a program whose user may not read the ledger does not start, and the start names right, user and remedy', async () => {
  await expect(startServer(settings('evo'), silent)).rejects.toThrow(
    /does not let its user 'evo' read \$all.*store-rights --set/,
  );
});

test.each([
  [
    { $r: '$all', $w: '$admins' },
    /does not let its user 'evo' append to streams: every .*store-rights --set/,
  ],
  [
    { $r: '$admins', $w: '$all' },
    /does not let its user 'evo' read streams: no command .*store-rights --set/,
  ],
])(
  'a program whose user may not both read streams and append to them does not start: %o',
  async (acl, said) => {
    const restricted = await startStoreWithRights();
    onTestFinished(() => restricted.close());
    restricted.restrict(acl);
    const url = restricted.connectionString('evo');
    const start = startServer({ ...settings('evo'), eventStoreUrl: url }, silent);
    await expect(start).rejects.toThrow(said);
    expect(restricted.appended).toEqual([]);
    // Who only follows the ledger needs neither.
    expect(await lookAtRights(url, 'follow', silent)).toBeUndefined();
  },
);

test('which rights are missing and which are too many is said, without a trace in the store', async () => {
  const { text, exitCode } = await storeRightsCommand([], settings('evo'));
  expect(exitCode).toBe(1);
  expect(text).toMatch(/^fault The event store's user 'evo' may not read \$all/m);
  expect(text).toMatch(/^ok {4}The event store's user 'evo' may append/m);
  expect(text).toMatch(/^warn .*may delete streams, tombstone streams, set the metadata/m);
  expect(store.appended).toEqual([]);
});

test('the rights are given by one event of an admin, and nobody else can', async () => {
  const file = join(folder, 'admin');
  const set = ['--set', '--as-admin', file];
  await writeFile(file, 'someone:secret\n');
  await expect(storeRightsCommand(set, settings('evo'))).rejects.toThrow(
    "did not take the rights from 'someone'",
  );
  await expect(storeRightsCommand(set, settings('admin'))).rejects.toThrow("names 'admin'");
  await writeFile(file, 'admin:secret\n');
  const { text, exitCode } = await storeRightsCommand(set, settings('evo'));
  expect({ text, exitCode }).toEqual({
    text: ['read $all', 'read streams', 'append to streams']
      .map((right) => `ok    The event store's user 'evo' may ${right}.`)
      .join('\n'),
    exitCode: 0,
  });
  expect(store.appended).toMatchObject([{ stream: '$settings', type: 'update-default-acl' }]);
  const missing = (user: string) => lookAtRights(store.connectionString(user), 'append', silent);
  expect(await missing('evo')).toBeUndefined();
  expect(await missing('other')).toContain("user 'other'");
});

test('the admin of the store is warned of as the user of a program', async () => {
  const { text, exitCode } = await storeRightsCommand([], settings('admin'));
  expect(exitCode).toBe(0);
  expect(text).toMatch(/^warn .*names 'admin', who may do anything/m);
});

test('a program whose user may take events away starts, and says at once what that user may', async () => {
  const all = await startTemporaryStore();
  onTestFinished(() => all.dispose());
  const said: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line) => said.push(line) });
  const eventStoreUrl = all.store.connectionString.replace('//', '//evo:secret@');
  const server = await startServer({ ...settings('evo'), eventStoreUrl }, logger);
  await server.stop();
  expect(said.filter((line) => line.includes('take events away'))).toEqual([
    expect.stringMatching(/"may":\["delete streams","tombstone streams","set the metadata.*user 'evo'/),
  ]);
});
