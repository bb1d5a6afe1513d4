import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LedgerUnavailable } from './domain-error.ts';
import { importLedger } from './embedded/commands/import.ts';
import { startTemporaryStore, type TemporaryStore } from './embedded/testing/temporary-store.ts';
import { openEventImport } from './event-import.ts';
import { openEventLog } from './event-log.ts';
import { connectClient } from './event-store-client.ts';
import type { ExportedEvent } from './proof/audit/exported-event.ts';

let target: TemporaryStore;
beforeAll(async () => {
  target = await startTemporaryStore();
});
afterAll(() => target.dispose());

const account = `account-${randomUUID()}`;
const event = (revision: number, text: string): ExportedEvent => ({
  ...{ position: `${revision}`, id: randomUUID(), type: 'Granted', stream: account, revision },
  ...{ created: '2026-01-01T00:00:00.000Z', data: { text }, metadata: {} },
});

test('a store is empty of a ledger however much else it holds, and is not with one event before all of that', async () => {
  const own = await startTemporaryStore();
  const other = connectClient(own.store.connectionString);
  const log = openEventLog(own.store.connectionString);
  const fill = (stream: string) =>
    other.appendToStream(
      stream,
      Array.from({ length: 1_100 }, () => jsonEvent({ type: 'Happened', data: {} })),
    );
  const idsOf = async () => {
    const ids: string[] = [];
    for await (const page of log.pages()) ids.push(...page.map(({ id }) => id));
    return ids;
  };
  expect([await log.isEmpty(), await idsOf()]).toEqual([true, []]);
  await fill('other-1');
  expect([await log.isEmpty(), await idsOf()]).toEqual([true, []]);
  const imported = openEventImport(own.store.connectionString);
  const [first, last] = [event(0, 'first'), event(1, 'last')];
  await imported.append([first]);
  await fill('other-2');
  expect(await log.isEmpty()).toBe(false);
  await imported.append([last]);
  // What is not ours fills whole pages before, between and behind.
  await fill('other-3');
  expect(await idsOf()).toEqual([first.id, last.id]);
  await Promise.all([imported.close(), log.close(), other.dispose()]);
  await own.dispose();
});

test('a store that has other events at a place takes none, and the stream and the place are told', async () => {
  const [there, ours] = [event(0, 'there'), event(0, 'ours')];
  const stream = `account-${randomUUID()}`;
  const imported = openEventImport(target.store.connectionString);
  await imported.append([{ ...there, stream }]);
  // Once more is no other one.
  await imported.append([{ ...there, stream }]);
  await expect(imported.append([{ ...ours, stream }])).rejects.toThrow(
    `The store took no events of ${stream} from revision 0 on: it has other events there.`,
  );
  await imported.close();
});

test('a store that stands still keeps no export, audit or import waiting for ever', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => sockets.add(socket.on('error', () => undefined).resume()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  // It listens on a port.
  const url = `esdb://127.0.0.1:${(silent.address() as AddressInfo).port}?tls=false`;
  const [log, imported] = [openEventLog(url, { patience: 300 }), openEventImport(url, { patience: 300 })];
  const lines = join(target.folder, 'never.ndjson');
  const content = { data: { json: {} }, metadata: { json: {} }, contentType: 'application/json' };
  await writeFile(lines, JSON.stringify({ ...event(0, 'never'), ...content }));
  try {
    await Promise.all([
      expect(log.isEmpty()).rejects.toBeInstanceOf(LedgerUnavailable),
      expect(log.pages().next()).rejects.toBeInstanceOf(LedgerUnavailable),
      expect(imported.append([event(0, 'never')])).rejects.toThrow(
        /from revision 0 on: .*no answer in 300 ms/,
      ),
    ]);
    await expect(importLedger(lines, url, { patience: 300 })).rejects.toThrow(
      /from revision 0 on: .*no answer in 300 ms/,
    );
  } finally {
    await Promise.all([log.close(), imported.close()]);
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => silent.close(() => resolve()));
  }
});

test('events that together are more than a store takes at once arrive, whatever alphabet they are in', async () => {
  const latin = [0, 1, 2].map((revision) => event(revision, 'x'.repeat(400_000)));
  // Three bytes a character.
  const snow = [3, 4, 5].map((revision) => event(revision, '雪'.repeat(200_000)));
  const page = [...latin, ...snow];
  const imported = openEventImport(target.store.connectionString);
  await imported.append(page);
  await imported.close();
  const log = openEventLog(target.store.connectionString);
  const ids: string[] = [];
  for await (const arrived of log.pages()) ids.push(...arrived.map(({ id }) => id));
  await log.close();
  expect(ids.slice(-page.length)).toEqual(page.map(({ id }) => id));
});
