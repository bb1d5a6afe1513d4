import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  AccessDeniedError,
  binaryEvent,
  EventStoreDBClient,
  jsonEvent,
  type ResolvedEvent,
} from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { connectClient } from '../../event-store-client.ts';
import { startEmbeddedEventStore } from '../start.ts';
import { EventLog } from '../store/event-log.ts';
import { openDatabase } from '../store/open.ts';
import { startTemporaryStore, type TemporaryStore } from '../testing/temporary-store.ts';
import { ANY } from '../wire/append-request.ts';
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

test('a ledger is sound at one moment of it, whatever is written while it is read', async () => {
  const file = join(source.folder, 'written-to.sqlite');
  const writing = openDatabase(file);
  let written = 0;
  const write = () => {
    const log = new EventLog(writing);
    const bytes = { metadata: Buffer.alloc(0), data: Buffer.alloc(0) };
    const event = { id: randomUUID(), type: 'Happened', isJson: false, ...bytes };
    log.append(`busy-${written++}`, ANY, [event], () => undefined);
    // Commits what waits.
    log.close();
  };
  write();
  const { prepare } = DatabaseSync.prototype;
  // Before each statement of the check there is one event more.
  const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (
    this: DatabaseSync,
    sql,
  ) {
    if (this !== writing) write();
    return prepare.call(this, sql);
  });
  try {
    await expect(verify(file)).resolves.toMatch(/is sound: \d+ events/);
    expect(written).toBeGreaterThan(5);
  } finally {
    spy.mockRestore();
    writing.close();
  }
});

describe('export and import', () => {
  test('streams, ids, types, data, metadata and order arrive; a second import changes nothing', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    await client.appendToStream('moved-1 ü雪', [
      numbered(1),
      binaryEvent({ type: 'Bytes', data: bytes, metadata: bytes }),
      jsonEvent({ type: 'NoMetadata', data: { deep: [1.5, null, 'ß', 'a\u2028b\u2029c'] } }),
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

  test('events that together are more than a store takes at once arrive, whatever alphabet they are in', async () => {
    const large = await startTemporaryStore();
    const writer = EventStoreDBClient.connectionString(large.store.connectionString);
    // Three bytes a character of the second kind.
    for (const text of ['x'.repeat(400_000), '雪'.repeat(200_000)]) {
      for (let n = 0; n < 3; n++)
        await writer.appendToStream('large', jsonEvent({ type: 'Told', data: { text } }));
    }
    await writer.dispose();
    const lines = join(large.folder, 'large.ndjson');
    await exportLedger(large.file, lines);
    const target = await startTemporaryStore();
    await importLedger(lines, target.store.connectionString);
    const ids = async ({ store }: TemporaryStore) =>
      (await everything(store.connectionString)).map(({ event }) => event?.id);
    expect(await ids(target)).toEqual(await ids(large));
    expect(await ids(target)).toHaveLength(6);
    await Promise.all([target.dispose(), large.dispose()]);
  });

  test('a later export goes on where an earlier one ended, also in the middle of what is appended together', async () => {
    const [own, target] = [await startTemporaryStore(), await startTemporaryStore()];
    const writer = connectClient(own.store.connectionString);
    const idsOf = async ({ store }: TemporaryStore) =>
      (await everything(store.connectionString)).map(({ event }) => event?.id);
    for (const round of [1, 2, 3]) {
      await writer.appendToStream('growing', [numbered(round), numbered(round)]);
      const lines = join(own.folder, `${round}.ndjson`);
      await exportLedger(own.file, lines);
      await importLedger(lines, target.store.connectionString);
      expect(await idsOf(target)).toEqual(await idsOf(own));
    }
    // What the target has of it has to be the same all the same.
    const other = await startTemporaryStore();
    const stranger = connectClient(other.store.connectionString);
    await stranger.appendToStream('growing', numbered(1));
    await expect(importLedger(join(own.folder, '3.ndjson'), other.store.connectionString)).rejects.toThrow(
      "'growing' from revision 0 on: it has other events there",
    );
    expect(await idsOf(other)).toHaveLength(1);
    await Promise.all([writer.dispose(), stranger.dispose()]);
    await Promise.all([own, target, other].map((one) => one.dispose()));
  });

  test('a stream that the target has ended for ever, and the file has not, is named; what the file ends as well is no fault', async () => {
    const own = await startTemporaryStore();
    const writer = connectClient(own.store.connectionString);
    for (const stream of ['living', 'ended']) await writer.appendToStream(stream, numbered(1));
    await writer.tombstoneStream('ended');
    const lines = join(own.folder, 'ended.ndjson');
    await exportLedger(own.file, lines);
    const target = await startTemporaryStore();
    const other = connectClient(target.store.connectionString);
    await other.tombstoneStream('ended');
    expect(await importLedger(lines, target.store.connectionString)).toContain('3 events');
    const third = await startTemporaryStore();
    const ender = connectClient(third.store.connectionString);
    await ender.tombstoneStream('living');
    await expect(importLedger(lines, third.store.connectionString)).rejects.toThrow(
      'The target has these streams tombstoned, the file has not: living.',
    );
    await Promise.all([writer, other, ender].map((one) => one.dispose()));
    await Promise.all([own, target, third].map((one) => one.dispose()));
  });

  test('a line that is no event is named', async () => {
    const lines = join(source.folder, 'broken.ndjson');
    await writeFile(lines, '{"stream":"a"}\n');
    await expect(importLedger(lines, source.store.connectionString)).rejects.toThrow(/Line 1 of .*broken/);
  });
});

describe.each([
  ['backup', backup],
  ['export', exportLedger],
])('the name of a %s', (kind, write) => {
  const filesOf = async (name: string) =>
    (await readdir(source.folder)).filter((file) => file.startsWith(name));
  const countOf = (answer: string) => Number(/holds (\d+) events/.exec(answer)?.[1]);

  test('goes to one of several that begin at once, and that one is whole', async () => {
    const name = `${kind}-of-many`;
    const target = join(source.folder, name);
    await client.appendToStream('counted', numbered(1));
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => write(source.file, target)));
    const answers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(answers).toHaveLength(1);
    expect(reasons.map(String)).toEqual(reasons.map(() => expect.stringContaining('exists already')));
    expect(await filesOf(name)).toEqual([name]);
    const there = (await everything(source.store.connectionString)).length;
    expect(countOf(answers[0] ?? '')).toBe(there);
    if (kind === 'backup') expect(await verify(target)).toContain(`${there} events`);
    else expect((await readFile(target, 'utf8')).split('\n')).toHaveLength(there + 1);
  });

  test('is not taken from a file that has it', async () => {
    const target = join(source.folder, `${kind}-there`);
    await writeFile(target, 'mine');
    await expect(write(source.file, target)).rejects.toThrow(/exists already/);
    expect(await readFile(target, 'utf8')).toBe('mine');
  });

  test('can be had although a run that was killed left half of one', async () => {
    const target = join(source.folder, `${kind}-again`);
    await writeFile(`${target}.partial`, 'half of it');
    expect(await write(source.file, target)).toContain(`${kind}-again holds`);
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

  test('a folder that a deployment hands on empty is not set', async () => {
    const env = { ...process.env, DATA_DIR: '' };
    const { stdout } = await promisify(execFile)(process.execPath, [...FLAGS, MAIN, '--help'], { env });
    expect(stdout).toContain('(./data/ledger.sqlite)');
  });

  test('helps, and says what is wrong', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('backup FILE') });
    expect(await run('dance')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no command 'dance'"),
    });
    expect(await run('import', 'x')).toMatchObject({
      code: 2,
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
