import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  AccessDeniedError,
  binaryEvent,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectClient } from '../../event-store-client.ts';
import { startEmbeddedEventStore } from '../start.ts';
import { startTemporaryStore, type TemporaryStore } from '../testing/temporary-store.ts';
import { backup } from './backup.ts';
import { exportLedger } from './export.ts';
import { importLedger } from './import.ts';
import { verify } from './verify.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));
const FLAGS = ['--disable-warning=ExperimentalWarning'];

let source: TemporaryStore;
let client: EventStoreDBClient;
beforeAll(async () => {
  source = await startTemporaryStore();
  client = EventStoreDBClient.connectionString(source.store.connectionString);
});
afterAll(async () => {
  await client.dispose();
  await source.dispose();
});

const numbered = (n: number) => jsonEvent({ type: 'Happened', data: { n }, metadata: { by: 'test' } });

async function everything(connectionString: string): Promise<ResolvedEvent[]> {
  const reader = connectClient(connectionString);
  const events: ResolvedEvent[] = [];
  for await (const event of reader.readAll()) events.push(event);
  await reader.dispose();
  return events;
}

test('a backup taken while appends go on is whole and can be served', async () => {
  const target = join(source.folder, 'backup.sqlite');
  let running = true;
  let acknowledged = 0;
  const writer = (async () => {
    for (let n = 0; running; n++, acknowledged++) await client.appendToStream(`busy-${n % 5}`, numbered(n));
  })();
  await expect.poll(() => acknowledged).toBeGreaterThan(50);
  const before = acknowledged;
  await backup(source.file, target);
  running = false;
  await writer;
  await verify(target);
  expect((await stat(target)).mode & 0o077).toBe(0);
  const copy = await startEmbeddedEventStore({ file: target });
  const events = await everything(copy.connectionString);
  expect(events.length).toBeGreaterThanOrEqual(before);
  await copy.close();
  await expect(backup(source.file, target)).rejects.toThrow(/exists already/);
});

describe('export and import', () => {
  test('streams, ids, types, data, metadata and order arrive; a second import changes nothing', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await client.appendToStream('moved-1 ü雪', [
      numbered(1),
      binaryEvent({ type: 'Bytes', data: bytes, metadata: bytes }),
      jsonEvent({ type: 'NoMetadata', data: { deep: [1.5, null, 'ß'] } }),
    ]);
    await client.setStreamMetadata('moved-1 ü雪', { maxCount: 50, mine: 'a' });
    for (const n of [1, 2]) {
      await client.appendToStream('revived', [numbered(n), numbered(n + 10)]);
      await client.deleteStream('revived');
    }
    await client.appendToStream('revived', numbered(3));
    await client.appendToStream('ended', numbered(4));
    await client.tombstoneStream('ended');
    await client.appendToStream('gone', numbered(5));
    await client.deleteStream('gone');

    const lines = join(source.folder, 'ledger.ndjson');
    await exportLedger(source.file, lines);
    expect((await stat(lines)).mode & 0o077).toBe(0);
    const target = await startTemporaryStore();
    await importLedger(lines, target.store.connectionString);
    await importLedger(lines, target.store.connectionString);

    const [there, here] = [
      await everything(target.store.connectionString),
      await everything(source.store.connectionString),
    ];
    const kept = ({ event }: ResolvedEvent) => {
      const { streamId, type, data, metadata, isJson, revision } = event ?? {};
      // The metadata event that revives a deleted stream, and the tombstone, are written by the store itself.
      const own = streamId?.startsWith('$$') || type === '$streamDeleted';
      return { streamId, type, data, metadata, isJson, revision, id: own ? undefined : event?.id };
    };
    expect(there.map(kept)).toEqual(here.map(kept));
    await verify(target.file);
    await target.dispose();
  });

  test('a target with other events stays as it is and the stream is named', async () => {
    await client.appendToStream('contested', numbered(1));
    const lines = join(source.folder, 'contested.ndjson');
    await exportLedger(source.file, lines);
    const target = await startTemporaryStore();
    const other = EventStoreDBClient.connectionString(target.store.connectionString);
    await other.appendToStream('contested', numbered(2));
    await other.dispose();
    await expect(importLedger(lines, target.store.connectionString)).rejects.toThrow(
      /'contested' from revision 0/,
    );
    await target.dispose();
  });

  test('a line that is no event is named', async () => {
    const lines = join(source.folder, 'broken.ndjson');
    await writeFile(lines, '{"stream":"a"}\n');
    await expect(importLedger(lines, source.store.connectionString)).rejects.toThrow(/Line 1 of .*broken/);
  });
});

describe('the command line', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [...FLAGS, MAIN, ...args], (error, stdout, stderr) =>
        resolve({ code: error?.code ?? 0, stdout, stderr }),
      );
    });

  test('starts alone, says where, and stops when told', async () => {
    const file = join(source.folder, 'alone.sqlite');
    const child = spawn(process.execPath, [...FLAGS, MAIN, '--file', file, '--port', '0']);
    const [text]: Buffer[] = await once(child.stdout, 'data');
    const connectionString = /esdb:\/\/\S+/.exec(String(text))?.[0];
    if (!connectionString) throw new Error(`no address in ${text}`);
    expect(await everything(connectionString)).toEqual([]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('with a credential serves only who brings it, and does not print it', async () => {
    const file = join(source.folder, 'guarded.sqlite');
    const credential = join(source.folder, 'guarded.credential');
    const child = spawn(process.execPath, [
      ...FLAGS,
      MAIN,
      ...['--file', file, '--port', '0', '--credential', credential],
    ]);
    const [text]: Buffer[] = await once(child.stdout, 'data');
    const address = /esdb:\/\/\S+/.exec(String(text))?.[0] ?? '';
    const secret = (await readFile(credential, 'utf8')).trim();
    expect(String(text)).not.toContain(secret.split(':')[1]);
    await expect(everything(address)).rejects.toThrow(AccessDeniedError);
    expect(await everything(address.replace('//', `//${secret}@`))).toEqual([]);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('helps, and says what is wrong', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('backup FILE') });
    expect(await run('dance')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("no command 'dance'"),
    });
    expect(await run('import', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--to esdb://'),
    });
    const missing = await run('verify', '--file', join(source.folder, 'nowhere.sqlite'));
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no ledger') });
    const taken = await run('--file', source.file, '--port', '0');
    expect(taken).toMatchObject({ code: 1, stderr: expect.stringContaining('in use by process') });
  });
});

test('exports are one event a line', async () => {
  const lines = join(source.folder, 'lines.ndjson');
  await exportLedger(source.file, lines);
  const text = await readFile(lines, 'utf8');
  const first: unknown = JSON.parse(text.slice(0, text.indexOf('\n')));
  expect(first).toMatchObject({ stream: 'busy-0', revision: 0, data: { json: { n: 0 } } });
  await rm(lines);
});
