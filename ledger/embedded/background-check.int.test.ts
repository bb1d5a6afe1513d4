import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

async function findingsOn(path: string): Promise<{ damage: string[]; trouble: unknown[] }> {
  const [damage, trouble]: [string[], unknown[]] = [[], []];
  const check = checkInBackground(path, {
    onDamage: (problem) => damage.push(problem),
    onTrouble: (error) => trouble.push(error),
  });
  await new Promise((resolve) => check.once('exit', resolve));
  return { damage, trouble };
}

test('of a sound file nothing is said', async () => {
  expect(await findingsOn(file)).toEqual({ damage: [], trouble: [] });
});

test('a file that cannot be read is not said to be damaged', async () => {
  const { damage, trouble } = await findingsOn(join(folder, 'nowhere.sqlite'));
  expect(damage).toEqual([]);
  expect(trouble).toMatchObject([{ message: expect.stringContaining('There is no ledger') }]);
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
