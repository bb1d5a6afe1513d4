import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import type { PoolOptions } from '../projector/database.ts';

/** The numbered migrations, `NNNN_<what>.sql`. What was released is never edited: the next one changes it. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** The advisory lock under which tables are made: that of the releases before, which made theirs at each start. */
export const SCHEMA_LOCK = 3_424_001;

/**
 * For the pool that migrates: who comes second waits for the first; a change waits a minute for those who use a table. Who
 * stands still in the middle loses the tables that it has locked, which everybody else waits for, and the lock of all starts.
 */
export const MIGRATION_POOL = {
  applicationName: 'evo-api-migrations',
  maxConnections: 1,
  lockTimeout: 60_000,
  statementTimeout: 600_000,
  idleTransactionTimeout: 10_000,
  idleSessionTimeout: 10_000,
} satisfies PoolOptions;

/**
 * Brings the systems of record, the tables that no ledger can give back, to what this release knows: all that is missing
 * in one transaction, or nothing. Of replicas that start together one does it. What a newer release has added stays and
 * is accepted, so that this one can go on, or come back, beside it.
 * @returns the migrations of newer releases
 */
export async function migrate(pool: Pool, logger?: Logger): Promise<readonly string[]> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await runner({
      dbClient: client,
      dir: MIGRATIONS,
      ...{ migrationsSchema: 'migrations', createMigrationsSchema: true, migrationsTable: 'applied' },
      ...{ direction: 'up', singleTransaction: true, advisoryLockMode: 'wait', lockValue: SCHEMA_LOCK },
      logger: {
        debug: () => undefined,
        info: (text) => logger?.debug(text),
        warn: (text) => logger?.warn(text),
        error: (text) => logger?.error(text),
      },
    });
    const newer = await ofNewerReleases(client);
    if (newer.length > 0) logger?.warn({ migrations: newer }, 'a newer release has changed the tables');
    isDone = true;
    return newer;
  } finally {
    // A connection that failed may still hold the lock.
    client.release(!isDone);
  }
}

async function ofNewerReleases(client: PoolClient): Promise<readonly string[]> {
  const known = (await readdir(MIGRATIONS)).map((file) => file.replace(/\.sql$/, ''));
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations.applied where name <> all($1) order by id',
    [known],
  );
  return rows.map(({ name }) => name);
}
