import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqlite } from '../audit/sources/sqlite-source.ts';
import { openStore } from '../audit/sources/store-source.ts';
import { connectEventStore } from '../event-store.ts';
import { Unsound } from '../proof/audit/fault.ts';
import { backup } from './commands/backup.ts';
import { exportLedger } from './commands/export.ts';
import { verify } from './commands/verify.ts';
import { localAddress } from './credential.ts';
import { startGrpcServer } from './grpc/server.ts';
import { startEmbeddedEventStore } from './start.ts';
import { checksumAt } from './store/checksum.ts';
import { EventLog } from './store/event-log.ts';
import { openDatabase } from './store/open.ts';
import { Pages } from './store/pages.ts';
import { eventsProblem } from './store/soundness.ts';
import type { Upgrade } from './store/upgrade.ts';
import { makeLongFile } from './testing/long-file.ts';
import { temporaryFolder } from './testing/temporary-store.ts';
import { decodeFrame } from './wire/frame.ts';

const EVENTS = 60;
const STREAMS = 4;

let folder: string;
let whole: string;
let copies = 0;

beforeAll(async () => {
  folder = await temporaryFolder();
  whole = join(folder, 'whole.sqlite');
  const store = await startEmbeddedEventStore({ file: whole });
  const client = EventStoreDBClient.connectionString(store.connectionString);
  for (let n = 0; n < EVENTS; n++) {
    const event = jsonEvent({ type: 'Granted', data: { amount: '100', n }, metadata: { by: 'ada' } });
    await client.appendToStream(`account-${n % STREAMS}`, event);
  }
  await client.tombstoneStream('account-3');
  await client.dispose();
  await store.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A copy of the whole file in which somebody has done something. */
async function tampered(change: (database: DatabaseSync) => void, original = whole): Promise<string> {
  const file = join(folder, `copy-${++copies}.sqlite`);
  await copyFile(original, file);
  const database = new DatabaseSync(file);
  change(database);
  database.close();
  return file;
}

const frameAt = (database: DatabaseSync, position: number) =>
  Buffer.from(
    // The column holds bytes.
    database.prepare('SELECT frame FROM events WHERE position = ?').get(position)?.frame as Uint8Array,
  );

/** Overwrites a part of an event, byte for byte as long. */
const edit = (position: number, from: string, to: string) => (database: DatabaseSync) => {
  const frame = frameAt(database, position);
  const at = frame.indexOf(from);
  expect(at).toBeGreaterThan(0);
  frame.write(to, at);
  database.prepare('UPDATE events SET frame = ? WHERE position = ?').run(frame, position);
};

/** Makes the page of an event none any more, in a file beside which no log lies. */
async function damagePageOf(file: string, position: number): Promise<void> {
  const database = new DatabaseSync(file, { readOnly: true });
  const frame = frameAt(database, position);
  database.close();
  const bytes = await readFile(file);
  const pageSize = bytes.readUInt16BE(16);
  const at = bytes.indexOf(frame);
  expect(at).toBeGreaterThan(0);
  bytes.fill(0xff, at - (at % pageSize), at - (at % pageSize) + 8);
  await writeFile(file, bytes);
}

const run = (sql: string) => (database: DatabaseSync) => database.exec(sql);

describe.each<[string, (database: DatabaseSync) => void, RegExp]>([
  ['data', edit(30, '"100"', '"900"'), /position 30 of the stream 'account-1'/],
  ['data of the first event', edit(1, '"100"', '"900"'), /position 1 of the stream 'account-0'/],
  ['data of the newest event', edit(EVENTS, '"100"', '"900"'), /position 60 of the stream 'account-3'/],
  ['metadata', edit(17, '"ada"', '"eve"'), /position 17 of the stream 'account-0'/],
  ['the type', edit(22, 'Granted', 'Revoked'), /position 22 of the stream 'account-1'/],
  ['the stream in an event', edit(9, 'account-0', 'account-2'), /position 9 of the stream 'account-0'/],
  [
    'the stream of a row',
    run('UPDATE events SET stream = 3 WHERE position = 40'),
    /position 40 of the stream 'account-2'/,
  ],
  [
    'the name of a stream',
    run("UPDATE streams SET name = 'account-9' WHERE name = 'account-2'"),
    /position 3 of the stream 'account-9'/,
  ],
  ['a checksum', run('UPDATE events SET sum = zeroblob(32) WHERE position = 12'), /position 12 /],
  ['a dropped row', run('DELETE FROM events WHERE position = 33'), /position 33 /],
  ['the newest row dropped', run('DELETE FROM events WHERE position = 61'), /position 61 /],
  [
    'the newest rows dropped, with their entries',
    run('DELETE FROM events WHERE position > 50; DELETE FROM stream_index WHERE position > 50'),
    /position 51 /,
  ],
  [
    'a doubled row',
    run(
      'INSERT INTO events SELECT 62, stream, (SELECT max(revision) + 1 FROM events), frame, sum FROM events WHERE position = 20',
    ),
    /position 62 /,
  ],
  [
    'two rows in each other’s place',
    run(
      'UPDATE events SET position = -1 WHERE position = 5; UPDATE events SET position = 5 WHERE position = 9; UPDATE events SET position = 9 WHERE position = -1',
    ),
    /position 5 of the stream 'account-0'/,
  ],
  ['a tombstone that is gone', run('UPDATE streams SET tombstone = NULL'), /marked as ended/],
  ['a tombstone that never was', run('UPDATE streams SET tombstone = 7 WHERE id = 1'), /marked as ended/],
  ['where the file ends', run('UPDATE file_end SET position = 50'), /position 50/],
])('%s', (_what, change, where) => {
  test('is refused at the start and by verify, by its place', async () => {
    const file = await tampered(change);
    await expect(verify(file)).rejects.toThrow(where);
    expect(() => openDatabase(file)).toThrow(where);
  });
});

describe('a file whose index of streams is not in memory alone', () => {
  let long: string;
  beforeAll(() => {
    long = join(folder, 'long.sqlite');
    makeLongFile(long);
  });

  test.each<[string, (database: DatabaseSync) => void, RegExp]>([
    ['an entry is gone', run('DELETE FROM stream_index WHERE position = 7'), /index of streams/],
    [
      'an entry names another event',
      run('UPDATE stream_index SET position = 8 WHERE position = 7'),
      /index of streams/,
    ],
    [
      'two entries are in each other’s place',
      run(`UPDATE stream_index SET position = -7 WHERE position = 7;
        UPDATE stream_index SET position = 7 WHERE position = 8;
        UPDATE stream_index SET position = 8 WHERE position = -7`),
      /index of streams/,
    ],
    [
      'an entry too many',
      run('INSERT INTO stream_index SELECT stream, 1000000, position FROM stream_index WHERE position = 7'),
      /index of streams/,
    ],
    [
      'a stream without an event',
      run("INSERT INTO streams (name) VALUES ('account-50')"),
      /a stream without an event/,
    ],
  ])('%s: refused at the start and by verify', async (_what, change, problem) => {
    const file = await tampered(change, long);
    await expect(verify(file)).rejects.toThrow(problem);
    expect(() => openDatabase(file)).toThrow(problem);
    await rm(file);
  });

  test('what lies on a page that is none any more is lost, and not away for a while', async () => {
    const file = await tampered((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'), long);
    await damagePageOf(file, 10);
    // As a start opens one that is too large to be checked as a whole.
    const database = new DatabaseSync(file);
    const log = new EventLog(database);
    const server = await startGrpcServer({ log, pages: new Pages(database, log) }, { port: 0 });
    const store = connectEventStore(localAddress(server.port));
    await expect(store.readPage('account-9', 0n, 1)).rejects.toMatchObject({
      name: 'LedgerCorrupt',
      message: expect.stringMatching(/ledger file is damaged: .*malformed/),
    });
    expect(await store.head()).toBeDefined();
    await store.close();
    await server.close();
    log.close();
    database.close();
    await rm(file);
  });
});

test('a file that SQLite itself cannot make out is damaged', async () => {
  const file = await tampered(() => undefined);
  const bytes = await readFile(file);
  bytes.write('CREATE TABEL', bytes.indexOf('CREATE TABLE events'));
  await writeFile(file, bytes);
  await expect(verify(file)).rejects.toMatchObject({ code: 'damaged' });
  expect(() => openDatabase(file)).toThrow(/is damaged/);
});

test('any one byte of any event: refused, and the event named', async () => {
  for (let round = 0; round < 40; round++) {
    const position = 1 + Math.floor(Math.random() * EVENTS);
    const file = await tampered((database) => {
      const frame = frameAt(database, position);
      const at = Math.floor(Math.random() * frame.length);
      frame[at] = (frame[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8));
      database.prepare('UPDATE events SET frame = ? WHERE position = ?').run(frame, position);
    });
    expect(() => openDatabase(file)).toThrow(`position ${position} of the stream`);
    await rm(file);
  }
});

test('what is changed while the node runs is given to nobody; the rest is', async () => {
  const file = await tampered(() => {});
  const store = await startEmbeddedEventStore({ file });
  const editor = new DatabaseSync(file);
  edit(30, '"100"', '"900"')(editor);
  editor.close();
  const client = EventStoreDBClient.connectionString(store.connectionString);
  const collect = async (read: AsyncIterable<unknown>) => {
    let events = 0;
    for await (const _ of read) events++;
    return events;
  };
  const damage = /position 30 of the stream 'account-1' is damaged/;
  await expect(collect(client.readStream('account-1'))).rejects.toThrow(damage);
  await expect(
    collect(client.readStream('account-1', { direction: 'backwards', fromRevision: 'end' })),
  ).rejects.toThrow(damage);
  await expect(collect(client.readAll())).rejects.toThrow(damage);
  await expect(collect(client.readAll({ direction: 'backwards', fromPosition: 'end' }))).rejects.toThrow(
    damage,
  );
  await expect(collect(client.subscribeToAll())).rejects.toThrow(damage);
  expect(await collect(client.readStream('account-1', { maxCount: 7 }))).toBe(7);
  expect(await collect(client.readStream('account-2'))).toBe(EVENTS / STREAMS);
  // An append that must compare itself with the damaged event fails alone.
  const retried = jsonEvent({ type: 'Granted', data: {} });
  const [compared, other] = await Promise.allSettled([
    client.appendToStream('account-1', retried, { expectedRevision: 6n }),
    client.appendToStream('account-2', retried),
  ]);
  expect(compared).toMatchObject({ reason: { message: expect.stringMatching(damage) } });
  expect(other).toMatchObject({ status: 'fulfilled' });
  await expect(exportLedger(file, join(folder, 'export.ndjson'))).rejects.toThrow(damage);
  await client.dispose();
  await store.close();
});

test('an append that has to read what is damaged fails alone, whatever shares its transaction', async () => {
  const file = await tampered(() => {});
  const store = await startEmbeddedEventStore({ file });
  const client = EventStoreDBClient.connectionString(store.connectionString);
  await client.setStreamMetadata('account-0', { maxCount: 1_000, note: 'as it was' });
  const editor = new DatabaseSync(file);
  const { id } = decodeFrame(frameAt(editor, 30));
  edit(30, '"100"', '"900"')(editor);
  edit(EVENTS + 2, 'as it was', 'as it is.')(editor);
  editor.close();
  const event = { type: 'Granted', data: {} };
  const [repeated, described, other] = await Promise.allSettled([
    // The place of a repetition is looked up by reading it.
    client.appendToStream('account-1', jsonEvent({ ...event, id })),
    client.setStreamMetadata('account-0', { maxCount: 2_000 }),
    client.appendToStream('account-2', jsonEvent(event)),
  ]);
  const damaged = (where: RegExp) => ({ reason: { message: expect.stringMatching(where) } });
  expect(repeated).toMatchObject(damaged(/position 30 of the stream 'account-1' is damaged/));
  expect(described).toMatchObject(damaged(/position 62 of the stream '\$\$account-0' is damaged/));
  expect(other).toMatchObject({ status: 'fulfilled' });
  await client.dispose();
  await store.close();
});

describe.each([
  ['backup', backup],
  ['export', exportLedger],
])('a %s of what is damaged gets no name and leaves nothing', (kind, write) => {
  test.each<[string, (database: DatabaseSync) => void, RegExp]>([
    ['an event', edit(30, '"100"', '"900"'), /position 30 of the stream 'account-1' is damaged/],
    [
      'its newest events are gone',
      run('DELETE FROM events WHERE position > 50; DELETE FROM stream_index WHERE position > 50'),
      /position 51 .* it is missing/,
    ],
    [
      'an event more',
      (database) => {
        const { sum } = database.prepare('SELECT sum FROM events WHERE position = 61').get() ?? {};
        const frame = frameAt(database, 60);
        // It holds bytes.
        const own = checksumAt(sum as Uint8Array, frame);
        database.prepare('INSERT INTO events VALUES (62, 1, 15, ?, ?)').run(frame, own);
      },
      /position 6[12]/,
    ],
  ])('%s', async (_what, change, problem) => {
    const file = await tampered(change);
    await expect(write(file, join(folder, `${kind}-of-damage`))).rejects.toThrow(problem);
    expect((await readdir(folder)).filter((name) => name.includes('of-damage'))).toEqual([]);
  });
});

describe('a file of before checksums', () => {
  /** The file as the version before wrote it. */
  const asBefore = (database: DatabaseSync) =>
    database.exec('ALTER TABLE events DROP COLUMN sum; DROP TABLE file_end; PRAGMA user_version = 1');
  const upgraded = (file: string): Upgrade[] => {
    const upgrades: Upgrade[] = [];
    openDatabase(file, { onUpgrade: (upgrade) => upgrades.push(upgrade) }).close();
    return upgrades;
  };

  test('gets them once, also when that was interrupted, and the same ones', async () => {
    const file = await tampered(asBefore);
    await expect(verify(file)).rejects.toThrow(/no checksums yet/);
    const interrupted = new DatabaseSync(file);
    interrupted.exec(`ATTACH '${whole}' AS done; ALTER TABLE events ADD COLUMN sum BLOB;
      UPDATE events SET sum = (SELECT sum FROM done.events AS e WHERE e.position = events.position) WHERE position < 20`);
    interrupted.close();
    expect(upgraded(file)).toEqual([{ events: EVENTS + 1, compared: 0, problem: undefined }]);
    expect(upgraded(file)).toEqual([]);
    await verify(file);
    const both = new DatabaseSync(file);
    const { sums } = both.prepare(`SELECT count(*) AS sums FROM events JOIN (SELECT '${whole}')`).get() ?? {
      sums: 0,
    };
    both.exec(`ATTACH '${whole}' AS done`);
    const same = both
      .prepare('SELECT count(*) AS same FROM events JOIN done.events AS e USING (position, sum)')
      .get()?.same;
    both.close();
    expect(same).toBe(sums);
  });

  test('in which an event is missing is refused by its place, and not made new', async () => {
    const file = await tampered((database) => {
      asBefore(database);
      database.exec('DELETE FROM events WHERE position = 20');
    });
    expect(() => upgraded(file)).toThrow(/position 20 .*missing/);
    await expect(verify(file)).rejects.toThrow(/no checksums yet/);
  });

  test('whose events name each other’s hashes is compared first, and refused by the event that does not fit', async () => {
    const fixture = new URL('../fixtures/first-version-ledger.sqlite.gz', import.meta.url);
    const file = join(folder, 'first-version.sqlite');
    await writeFile(file, gunzipSync(await readFile(fixture)));
    const edited = join(folder, 'first-version-edited.sqlite');
    await copyFile(file, edited);
    const [{ compared = 0 } = {}] = upgraded(file);
    expect(compared).toBeGreaterThan(50);

    const database = new DatabaseSync(edited);
    const followed = `SELECT position FROM events WHERE EXISTS
      (SELECT 1 FROM events AS next WHERE next.stream = events.stream AND next.revision = events.revision + 1)`;
    const rows = database.prepare(followed).all();
    const target = rows.find(({ position }) => frameAt(database, Number(position)).includes('"welcome"'));
    const position = Number(target?.position);
    edit(position, '"welcome"', '"wilcome"')(database);
    database.close();
    expect(() => openDatabase(edited)).toThrow(
      new RegExp(`position ${position} of the stream 'account-.*names`),
    );
  });
});

test('a start of the node is refused with the reason', async () => {
  const file = await tampered(edit(30, '"100"', '"900"'));
  const started = startEmbeddedEventStore({ file });
  const message = expect.stringMatching(/position 30 of the stream 'account-1'.*restore a backup/);
  await expect(started).rejects.toMatchObject({ code: 'damaged', message });
});

test('of a large file the newest events are checked, from where its index ends', async () => {
  const database = openDatabase(whole);
  expect(eventsProblem(database, 40)).toBeUndefined();
  database.close();
  const file = await tampered(edit(55, '"100"', '"900"'));
  const readOnly = new DatabaseSync(file, { readOnly: true });
  expect(eventsProblem(readOnly, 40)).toMatch(/position 55 of the stream 'account-2'/);
  readOnly.close();
});

const readAllOf = async (file: string): Promise<number> => {
  const source = openSqlite(file);
  let events = 0;
  try {
    for await (const page of source.pages()) events += page.length;
    return events;
  } finally {
    await source.close();
  }
};

test.each<[string, (database: DatabaseSync) => void, RegExp]>([
  ['the newest event taken out', run('DELETE FROM events WHERE position = 61'), /position 61 /],
  ['the newest ones taken out', run('DELETE FROM events WHERE position > 50'), /position 51 /],
  ['the newest of a stream taken out', run('DELETE FROM events WHERE position = 57'), /position 57 /],
  ['the newest of a stream altered', edit(57, '"100"', '"900"'), /position 57 of the stream 'account-0'/],
  ['the end put elsewhere', run('UPDATE file_end SET position = 50'), /position 50/],
  ['JSON that is not said to be JSON', edit(57, 'application/json', 'application/j5on'), /no JSON/],
])('an audit of a file finds %s, which no hash of another event tells', async (_, change, where) => {
  expect(await readAllOf(whole)).toBe(EVENTS + 1);
  const refused: unknown = await readAllOf(await tampered(change)).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Unsound);
  expect(refused).toMatchObject({ fault: { rule: 'file', found: expect.stringMatching(where) } });
});

test('an audit of a running store that gives an event to nobody says which, and not that there is no answer', async () => {
  const file = await tampered(() => {});
  const store = await startEmbeddedEventStore({ file });
  const editor = new DatabaseSync(file);
  edit(30, '"100"', '"900"')(editor);
  editor.close();
  const source = openStore(store.connectionString);
  const refused: unknown = await Array.fromAsync(source.pages()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Unsound);
  expect(refused).toMatchObject({
    fault: { rule: 'file', found: expect.stringMatching(/position 30 of the stream 'account-1' is damaged/) },
  });
  await source.close();
  await store.close();
});

test('an audit of a file with a page that is none any more says so, and reads no further', async () => {
  const file = await tampered((database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  await damagePageOf(file, EVENTS / 2);
  const source = openSqlite(file);
  const readAll = async () => {
    for await (const page of source.pages()) expect(page.length).toBeLessThan(EVENTS);
  };
  const refused: unknown = await readAll().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Unsound);
  expect(refused).toMatchObject({ fault: { rule: 'file', found: expect.stringContaining('malformed') } });
  await source.close();
});
