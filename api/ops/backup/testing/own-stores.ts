import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { startTestPostgres, type TestPostgres } from '../../../../projector/testing/postgres.ts';

/** A folder for each test of a file, and as many empty databases as it asks for; gone with the test. */
export function ownStores() {
  let folder: string;
  let databases: TestPostgres[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evo-own-stores-'));
    databases = [];
  });
  afterEach(async () => {
    for (const database of databases) await database.stop();
    await rm(folder, { recursive: true });
  });
  return {
    /** Where something of that name is, or is to be, in the test's folder. */
    place: (...names: string[]): string => join(folder, ...names),
    async newDatabase(): Promise<string> {
      const database = await startTestPostgres();
      databases.push(database);
      return database.connectionString;
    },
  };
}
