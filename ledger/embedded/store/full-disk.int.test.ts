import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verify } from '../commands/verify.ts';
import { temporaryFolder } from '../testing/temporary-store.ts';
import { ANY } from '../wire/append-request.ts';
import { framePlace } from '../wire/frame.ts';
import type { Outcome } from './commit-queue.ts';
import { EventLog, type NewEvent, type WriteResult } from './event-log.ts';
import { openDatabase } from './open.ts';
import { Pages } from './pages.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const event = (bytes: number): NewEvent => ({
  ...{ id: randomUUID(), type: 'Happened', isJson: false },
  ...{ metadata: Buffer.alloc(0), data: Buffer.alloc(bytes, 'x') },
});

test('once a full disk has room again the next appends go on where the last one that was written ended', async () => {
  const database = openDatabase(file, { maxPages: 60 });
  // Nothing outlives the test: no commit waits for the disk.
  database.exec('PRAGMA synchronous = OFF');
  const log = new EventLog(database);
  const append = (stream: string, one: NewEvent) =>
    new Promise<Outcome<WriteResult>>((resolve) => log.append(stream, ANY, [one], resolve));
  const writtenAt = (revision: number, position: number) => ({
    ok: true,
    value: { kind: 'written', revision, position },
  });

  const first = event(2_000);
  let written = 0;
  let refused = first;
  for (let outcome = await append('filling', first); outcome.ok; outcome = await append('filling', refused)) {
    expect(outcome).toEqual(writtenAt(written, written + 1));
    written++;
    refused = event(2_000);
  }
  expect(written).toBeGreaterThan(10);
  // In one transaction: what would have had room fails with what has none.
  const begun = event(1);
  const both = await Promise.all([append('new', begun), append('filling', event(9_000))]);
  expect(both.map(({ ok }) => ok)).toEqual([false, false]);

  database.exec('PRAGMA max_page_count = 1000000');
  // None of what was refused counts as written, and all that was written does.
  expect(await append('filling', refused)).toEqual(writtenAt(written, written + 1));
  expect(await append('new', begun)).toEqual(writtenAt(0, written + 2));
  expect(await append('new', event(1))).toEqual(writtenAt(1, written + 3));
  expect(await append('filling', event(1))).toEqual(writtenAt(written + 1, written + 4));
  expect(await append('filling', first)).toEqual(writtenAt(0, 1));
  const page = new Pages(database, log).ofStream('new', 0, 'forwards', 10);
  expect('frames' in page && page.frames.map(framePlace)).toEqual([
    { stream: 'new', revision: 0 },
    { stream: 'new', revision: 1 },
  ]);
  log.close();
  database.close();

  openDatabase(file).close();
  expect(await verify(file)).toContain(`${written + 4} events in 2 streams`);
});

test('a start without room for the index of the log says that the disk is full, and not that the ledger is damaged', async () => {
  openDatabase(file).close();
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  // So many blocks of 512 bytes a file may have: fewer than that index begins with, and more than anything else needs.
  const start = `ulimit -f 40 && exec "${process.execPath}" "${main}" --port 0 --file "${file}"`;
  const node = spawn('/bin/sh', ['-c', start], { env: {}, stdio: ['ignore', 'inherit', 'pipe'] });
  expect(await text(node.stderr)).toContain(`The disk is full: ${file} cannot be opened.`);
  expect(await verify(file)).toContain('is sound');
});
