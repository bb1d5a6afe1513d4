import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AccessDeniedError, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../ledger/embedded/store/open.ts';
import { connectClient } from '../../ledger/event-store-client.ts';
import { loadSeeds } from '../../ledger/seed-file.ts';
import { loadLocalBeaconKey } from '../integrations/beacon/local-beacon.ts';
import { createTestClient } from '../testing/client.ts';
import { readLedgerAt } from '../testing/read-ledger.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { loadMasterKeys } from '../vault/master-key.ts';

let app: TestApp;
/** A data folder as an earlier version left it: open to every user of the machine. */
const openToAll = async (dataDir: string) => {
  openDatabase(join(dataDir, 'ledger.sqlite')).close();
  await loadMasterKeys([], dataDir);
  await loadSeeds(join(dataDir, 'notary.key'), 'make');
  await loadLocalBeaconKey(join(dataDir, 'beacon.key'), Date.now(), 1);
  await writeFile(join(dataDir, 'ledger.credential'), 'evo:everybody-has-read-this\n');
  for (const name of await readdir(dataDir)) await chmod(join(dataDir, name), 0o644);
  await chmod(dataDir, 0o755);
  return {};
};
beforeAll(async () => {
  app = await startApp({ fill: openToAll, postgres: 'embedded' });
});
afterAll(() => app.close());

/** As another program of the machine comes: it knows the port alone, and tries a password. */
async function stranger(credentials: string) {
  const client = connectClient(app.eventStoreUrl.replace(/\/\/.*@/, `//${credentials}`));
  const events = jsonEvent({ type: 'AdminAdded', data: { wallet: '0x1', addedBy: '0x1' } });
  const answers = await Promise.allSettled([
    client.appendToStream('admins', events),
    client.appendToStream('admins', events, { credentials: { username: 'admin', password: 'changeit' } }),
    firstOf(client.readStream('admins')),
    firstOf(client.readAll()),
    client.deleteStream('admins'),
    client.tombstoneStream('admins'),
    firstOf(client.subscribeToAll()),
    firstOf(client.subscribeToStream('admins')),
  ]);
  await client.dispose();
  return answers.map((answer) => (answer.status === 'rejected' ? answer.reason : answer));
}

async function firstOf(read: AsyncIterable<unknown>): Promise<unknown> {
  for await (const event of read) return event;
  return 'nothing';
}

const UNAUTHENTICATED = 16;

test('only who has the credential of the data folder gets to the ledger', async () => {
  for (const credentials of ['', 'evo:everybody-has-read-this@', 'admin:changeit@']) {
    for (const answer of await stranger(credentials)) {
      expect(answer).toBeInstanceOf(AccessDeniedError);
      expect(answer).toMatchObject({ _raw: { code: UNAUTHENTICATED } });
    }
  }
  const before = (await readLedgerAt(app.eventStoreUrl)).length;
  await createTestClient(app.url).connect();
  const after = await readLedgerAt(app.eventStoreUrl);
  expect(after.length).toBeGreaterThan(before);
  expect(after.filter(({ stream }) => stream === 'admins')).toEqual([]);
});

test('the credential is a random one, in a file that only the owner reads', async () => {
  const text = (await readFile(join(app.dataDir, 'ledger.credential'), 'utf8')).trim();
  expect(text).toMatch(/^evo:[\w-]{43}$/);
  expect(app.eventStoreUrl).toContain(`//${text}@127.0.0.1:`);
});

test('no other user reads any file of the data folder or lists it', async () => {
  const open: string[] = [];
  const look = async (folder: string) => {
    const { mode } = await stat(folder);
    // Root's Postgres is another user, who passes through and sees nothing.
    if ((mode & 0o076) !== 0) open.push(`${folder} ${mode.toString(8)}`);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      // What lies in the cluster is behind its folder.
      if (entry.isDirectory() && entry.name !== 'cluster') await look(path);
      else {
        const { mode: itsMode } = await stat(path);
        if ((itsMode & 0o077) !== 0) open.push(`${path} ${itsMode.toString(8)}`);
      }
    }
  };
  await look(app.dataDir);
  expect(open).toEqual([]);
  expect(await readdir(app.dataDir)).toEqual(
    expect.arrayContaining([
      'ledger.sqlite',
      'ledger.sqlite-wal',
      'ledger.sqlite-shm',
      'vault.key',
      'postgres',
    ]),
  );
});
