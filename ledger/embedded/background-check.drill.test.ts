import { access, rm } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { checkInBackground } from './background-check.ts';
import { startEmbeddedEventStore } from './start.ts';
import { openDatabase } from './store/open.ts';
import { makeLongFile } from './testing/long-file.ts';
import { temporaryFolder } from './testing/temporary-store.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'ledger.sqlite');
  makeLongFile(file);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function findingsOn(path: string): Promise<{ damage: string[]; trouble: string[] }> {
  const [damage, trouble]: [string[], string[]] = [[], []];
  const check = checkInBackground(path, {
    onDamage: (problem) => damage.push(problem),
    onTrouble: (error) => trouble.push(error),
  });
  await check.ended;
  return { damage, trouble };
}

test('of a sound file nothing is said', async () => {
  expect(await findingsOn(file)).toEqual({ damage: [], trouble: [] });
});

test('a file that cannot be read is not said to be damaged', async () => {
  const { damage, trouble } = await findingsOn(join(folder, 'nowhere.sqlite'));
  expect(damage).toEqual([]);
  expect(trouble).toEqual([expect.stringContaining('There is no ledger')]);
});

test('a check gives way to those who are served, and is ended in the middle of a statement that would take for ever', async () => {
  const endless = join(folder, 'endless.sqlite');
  const database = openDatabase(endless);
  database.exec(`
    DROP TABLE stream_index;
    CREATE VIEW stream_index AS
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
      SELECT n AS stream, 0 AS revision, n AS position FROM number`);
  database.close();
  const told: string[] = [];
  const tell = (text: string) => void told.push(text);
  const check = checkInBackground(endless, { onDamage: tell, onTrouble: tell });
  // SQLite makes it for whoever reads the file.
  await vi.waitFor(() => access(`${endless}-shm`), { timeout: 20_000 });
  expect(getPriority(check.pid)).toBe(constants.priority.PRIORITY_LOW);
  await check.end();
  expect(told).toEqual([]);
});

test('damage in the old part of a large file ends the node that serves it, and its place is said', async () => {
  const database = openDatabase(file);
  // The node reads all of a small file, and of a large one the newest events, before it serves it.
  database.exec('CREATE TABLE room (bytes BLOB); INSERT INTO room VALUES (zeroblob(70000000))');
  database.exec('UPDATE events SET frame = zeroblob(99) WHERE position = 7');
  database.close();
  const node = await startEmbeddedEventStore({ file });
  expect(await node.closed).toMatchObject({
    code: 'crashed',
    message: expect.stringMatching(/position 7 of .* is damaged/),
  });
});
