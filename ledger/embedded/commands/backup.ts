import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createPrivateFile } from '../private-file.ts';
import { eventsProblem, indexProblem, pagesProblem } from '../store/soundness.ts';
import { openReadOnly } from './read-only.ts';

/**
 * Copies the ledger as it is at this moment, also while a node writes to it. The copy is checked and on disk
 * before it gets its name, so a file of that name is always a whole backup.
 */
export async function backup(file: string, target: string): Promise<string> {
  if (existsSync(target)) throw new Error(`${target} exists already; a backup never overwrites anything.`);
  const partial = `${target}.partial`;
  await rm(partial, { force: true });
  createPrivateFile(partial);
  const database = openReadOnly(file);
  try {
    // One read transaction: unlike SQLite's page-wise backup it needs no restart when a writer is busy.
    database.prepare('VACUUM INTO ?').run(partial);
  } finally {
    database.close();
  }
  const events = check(partial);
  await sync(partial);
  await rename(partial, target);
  await sync(dirname(target));
  return `${target} holds ${events} events.`;
}

function check(copy: string): number {
  const database = openReadOnly(copy);
  try {
    const problem = pagesProblem(database) ?? eventsProblem(database, 1) ?? indexProblem(database);
    if (problem)
      throw new Error(
        `The copy is damaged (${problem.replace(/\.$/, '')}), and so the ledger may be. Run verify on it.`,
      );
    return Number(database.prepare('SELECT count(*) AS events FROM events').get()?.events);
  } finally {
    database.close();
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync();
  await handle.close();
}
