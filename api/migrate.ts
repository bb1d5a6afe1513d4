import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { codeOf } from '../contracts/error-code.ts';
import { transactionLimit } from '../projector/bounded.ts';
import type { PoolOptions } from '../projector/database.ts';

/** The numbered migrations, `NNNN_<what>.sql`. What was released is never edited: the next one changes it. */
const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url));

/** The advisory lock under which tables are made: that of the releases before, which made theirs at each start. */
export const SCHEMA_LOCK = 3_424_001;

/**
 * For the pool that migrates: who comes second waits a minute for the first. Who stands still in the middle loses the tables
 * that it has locked, which everybody else waits for, and the lock of all starts.
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
 * Milliseconds that a change waits for those who use a table, and between two attempts, for a minute in all. Whoever comes
 * to the table behind one that waits, waits as well: where a backup reads it for minutes, that would be everybody.
 */
const TABLE_MS = 500;
const AGAIN_MS = 1_000;
const PATIENCE_MS = 60_000;

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
    await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
    await client.query(`set lock_timeout to ${TABLE_MS}`);
    // Each statement has its own end, and what a role allows transactions may be less.
    await client.query(transactionLimit(0));
    await untilFree(() => makeTables(client, logger));
    await client.query('reset lock_timeout');
    const newer = await ofNewerReleases(client);
    if (newer.length > 0) logger?.warn({ migrations: newer }, 'a newer release has changed the tables');
    await client.query('select pg_advisory_unlock($1)', [SCHEMA_LOCK]);
    isDone = true;
    return newer;
  } finally {
    // A connection that failed may still hold the lock.
    client.release(!isDone);
  }
}

/** Again where a table is in use: SQLSTATE 55P03. */
async function untilFree(work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (codeOf(error) !== '55P03' || performance.now() > until) throw error;
    }
    await sleep(AGAIN_MS);
  }
}

async function makeTables(client: PoolClient, logger: Logger | undefined): Promise<void> {
  await runner({
    dbClient: client,
    dir: MIGRATIONS,
    ...{ migrationsSchema: 'migrations', createMigrationsSchema: true, migrationsTable: 'applied' },
    ...{ direction: 'up', singleTransaction: true, noLock: true },
    // By the clock of Postgres at each: where that was set back between two releases, no program would start any more.
    checkOrder: false,
    logger: {
      debug: () => undefined,
      info: (text) => logger?.debug(text),
      warn: (text) => logger?.warn(text),
      // It is tried again, or thrown.
      error: (text) => logger?.warn(text),
    },
  });
}

async function ofNewerReleases(client: PoolClient): Promise<readonly string[]> {
  const known = (await readdir(MIGRATIONS)).map((file) => file.replace(/\.sql$/, ''));
  const { rows } = await client.query<{ name: string }>(
    'select name from migrations.applied where name <> all($1) order by id',
    [known],
  );
  return rows.map(({ name }) => name);
}
