import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { copyCluster } from './cluster-template.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The environment variable with the address of the Postgres that all tests of a run share. */
const SHARED = 'POSTGRES_SHARED';

/**
 * Once before all tests on the real stack: a database in a Postgres that runs costs a third of a Postgres of a
 * test's own. What belongs to a whole server, its connections above all, a test then has to narrow to its own
 * database.
 * @returns what ends it and removes its data
 */
export async function setup(): Promise<() => Promise<void>> {
  // One serves all projects of a run.
  if (process.env[SHARED]) return async () => undefined;
  const folder = await temporaryFolder();
  const dataDir = join(folder, 'shared');
  await copyCluster(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false, settings: FOR_MANY });
  process.env[SHARED] = postgres.connectionString;
  return async () => {
    delete process.env[SHARED];
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/**
 * Each program under test may open some fifty connections, and several run at once. A database is copied by the file
 * system, which takes a third of the time that its five hundred files take block by block.
 */
const FOR_MANY = {
  max_connections: '500',
  wal_level: 'minimal',
  max_wal_senders: '0',
  file_copy_method: 'clone',
};

export type SharedDatabase = { readonly connectionString: string; drop(): Promise<void> };

/** What a database begins with; the first to ask for it makes it, once for the whole run. */
export type Beginning = {
  readonly name: string;
  readonly fill: (connectionString: string) => Promise<void>;
};

/**
 * A new database in the Postgres that all tests share; undefined where none runs.
 * @param beginning an empty one unless given
 */
export async function createSharedDatabase(beginning?: Beginning): Promise<SharedDatabase | undefined> {
  const address = process.env[SHARED];
  if (address === undefined) return undefined;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(address, async (admin) => {
    if (beginning) await keepTemplate(admin, address, beginning);
    await admin.query(
      `create database ${name} template ${beginning?.name ?? 'template0'} strategy file_copy`,
    );
  });
  return {
    connectionString: nameIn(address, name),
    drop: () => asAdmin(address, (admin) => admin.query(`drop database ${name} with (force)`)),
  };
}

async function keepTemplate(admin: pg.Client, address: string, { name, fill }: Beginning): Promise<void> {
  // Test processes begin at once, and one makes it while the others wait. The lock ends with the connection.
  await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  if (rowCount === 0) {
    const unfinished = `${name}_unfinished`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished} template template0`);
    await fill(nameIn(address, unfinished));
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  }
  await admin.query('select pg_advisory_unlock(hashtext($1))', [name]);
}

async function asAdmin(address: string, act: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: address });
  await admin.connect();
  try {
    await act(admin);
  } finally {
    await admin.end();
  }
}

function nameIn(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}
