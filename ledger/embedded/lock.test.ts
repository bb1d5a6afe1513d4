import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inTurn, lockFile } from './lock.ts';
import { temporaryFolder } from './testing/temporary-store.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  file = join(folder, 'ledger.sqlite');
});
afterEach(() => rm(folder, { recursive: true }));

/** What another process is told that wants the file, and ends at once. */
async function another(): Promise<string> {
  const script = `
    import { lockFile } from ${JSON.stringify(new URL('./lock.ts', import.meta.url).href)};
    try {
      lockFile(process.argv[1]).release();
      process.stdout.write('has it');
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  const run = promisify(execFile);
  return (await run(process.execPath, ['--input-type=module', '-e', script, file])).stdout;
}

test('who has a file keeps it from other processes, also once somebody else of its own has asked for it', async () => {
  const lock = lockFile(file);
  const taken = `${file} is in use by process ${process.pid}. One process owns a ledger; stop that one, or connect to it.`;
  expect(await another()).toBe(taken);
  expect(() => lockFile(file)).toThrow('in use by this process already');
  expect(await another()).toBe(taken);
  lock.release();
  expect(await another()).toBe('has it');
  lockFile(file).release();
});

test('who is about to have it waits for one that was refused and reads who has it: else both would be refused', async () => {
  lockFile(file).release();
  // Reads until somebody else has begun to write.
  const reader = new Worker(
    `const { existsSync } = require('node:fs');
     const { parentPort, workerData } = require('node:worker_threads');
     const { DatabaseSync } = require('node:sqlite');
     const database = new DatabaseSync(workerData);
     database.exec('BEGIN; SELECT pid FROM owner');
     parentPort.postMessage('reads');
     while (!existsSync(workerData + '-journal'));
     database.exec('ROLLBACK');`,
    { eval: true, workerData: `${file}.lock` },
  );
  await once(reader, 'message');
  const gone = once(reader, 'exit');
  const lock = lockFile(file);
  expect(() => lockFile(file)).toThrow('in use by this process already');
  await gone;
  lock.release();
});

test('works in turn are done one after the other, and one that fails lets the next begin', async () => {
  let under = 0;
  const done: number[] = [];
  const work = (n: number) =>
    inTurn(file, async () => {
      expect(++under).toBe(1);
      if (n === 0) expect(await another()).toContain('in use by process');
      under -= 1;
      done.push(n);
      if (n === 1) throw new Error('no luck');
    });
  const ends = await Promise.allSettled([0, 1, 2].map(work));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(done.toSorted()).toEqual([0, 1, 2]);
});
