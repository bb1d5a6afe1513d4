import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedEventStore } from '../../../ledger/embedded/start.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createPool } from '../../../projector/database.ts';
import { lockSchemas } from '../../../projector/progress/schema.ts';
import { startStandalone } from '../../../projector/standalone.ts';
import { startTestPostgres, type TestPostgres } from '../../../projector/testing/postgres.ts';
import { readConfig } from '../../config.ts';
import { MIGRATION_POOL, migrate, SCHEMA_LOCK } from '../../migrate.ts';
import { startServer } from '../../server.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { connectDatabase } from '../connect.ts';
import { examinePostgres } from '../doctor/postgres.ts';
import { OpsRefused } from '../ops-refused.ts';
import { beginRestore, endRestore } from './unfinished.ts';
import { type BackupStep, writeBackup } from './write-backup.ts';

let postgres: TestPostgres;
let dataDir: string;
let pool: pg.Pool;
beforeEach(async () => {
  postgres = await startTestPostgres();
  dataDir = await mkdtemp(join(tmpdir(), 'evo-begin-restore-'));
  pool = createPool(postgres.connectionString);
});
afterEach(async () => {
  await pool.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

/** Nobody makes tables until `letGo`; `waits` resolves once somebody is about to. */
async function holdTables() {
  const client = await pool.connect();
  await client.query('select pg_advisory_lock($1)', [SCHEMA_LOCK]);
  const waiting = async () => {
    const { rowCount } = await pool.query(
      `select 1 from pg_locks where locktype = 'advisory' and not granted and objid = $1
         and database = (select oid from pg_database where datname = current_database())`,
      [SCHEMA_LOCK],
    );
    return rowCount;
  };
  return {
    waits: () => expect.poll(waiting).toBe(1),
    letGo: () => client.release(true),
  };
}

async function restoreBegins(): Promise<void> {
  const client = await connectDatabase(postgres.connectionString);
  try {
    // A slow machine may take longer than an operator waits.
    await client.query('set lock_timeout to 0');
    await beginRestore(client);
  } finally {
    await client.end();
  }
}

test('a program that had looked before a restore began does not start beside it', async () => {
  const config = readConfig({
    ...{ PORT: '0', DATA_DIR: dataDir, UI_DIST: EMPTY_UI, LOG_LEVEL: 'silent' },
    DATABASE_URL: postgres.connectionString,
  });
  const tables = await holdTables();
  const started = startServer(config, pino({ level: 'silent' })).then(async (server) => {
    await server.stop();
    return 'it has started';
  });
  const end = started.catch((error: unknown) => String(error));
  await tables.waits();
  await pool.query('create schema restore_unfinished');
  tables.letGo();
  expect(await end).toContain('A restore into this database has not ended');
});

test('a projector of its own makes nothing beside a restore, says so, and follows the ledger once that has ended', async () => {
  const node = await startEmbeddedEventStore({ file: join(dataDir, 'ledger.sqlite') });
  const store = connectEventStore(node.connectionString);
  await restoreBegins();
  const { projector, close } = await startStandalone({
    ...{ store, databaseUrl: postgres.connectionString, maxConnections: 3, tracing: undefined },
    logger: pino({ level: 'silent' }),
  });
  try {
    await expect
      .poll(() => projector.status().reason)
      .toContain('A restore into this database has not ended');
    const schemas = `select nspname from pg_namespace where nspname ~ '^(projector$|read_)'`;
    expect((await pool.query(schemas)).rows).toEqual([]);
    await endRestore(pool);
    await expect.poll(() => projector.status().state, { timeout: 20_000 }).toBe('live');
  } finally {
    await projector.stop();
    await close();
    await store.close();
    await node.close();
  }
});

test('doctor finds a database that a restore has not filled yet', async () => {
  const fault = {
    name: 'postgres',
    state: 'fault',
    text: expect.stringContaining('A restore into this database has not ended'),
  };
  expect(await examinePostgres(postgres.connectionString)).not.toContainEqual(fault);
  await restoreBegins();
  expect(await examinePostgres(postgres.connectionString)).toContainEqual(fault);
});

test('a restore that had to wait for a projector which makes its first tables sees them, and does not begin', async () => {
  const making = await pool.connect();
  await making.query('begin');
  await lockSchemas(making);
  const begun = restoreBegins().catch((error: unknown) => error);
  await expect
    .poll(
      async () =>
        (await pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount,
    )
    .toBe(1);
  await making.query('create schema projector');
  await making.query('commit');
  making.release();
  expect(String(await begun)).toContain('The database is not empty: it has projector.');
});

test('a restore that had to wait for a program which makes its tables sees them, and does not begin', async () => {
  const tables = await holdTables();
  const begun = restoreBegins().catch((error: unknown) => error);
  await tables.waits();
  await pool.query('create schema vault');
  tables.letGo();
  const refusal = await begun;
  expect(refusal).toBeInstanceOf(OpsRefused);
  expect(String(refusal)).toContain('The database is not empty: it has vault.');
  const { rowCount } = await pool.query("select 1 from pg_namespace where nspname = 'restore_unfinished'");
  expect(rowCount).toBe(0);
});

test('of restores that begin at once one has the database, and the others are told', async () => {
  const ends = await Promise.allSettled(Array.from({ length: 4 }, restoreBegins));
  const refused = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason);
  expect(refused).toHaveLength(3);
  for (const reason of refused) {
    expect(reason).toBeInstanceOf(OpsRefused);
    expect(String(reason)).toContain('it has restore_unfinished');
  }
  // The one that has it may end.
  const client = await connectDatabase(postgres.connectionString);
  await endRestore(client);
  await client.end();
  const own = createPool(postgres.connectionString, MIGRATION_POOL);
  await migrate(own).finally(() => own.end());
});

test('no backup is taken of half a restore, also where that began meanwhile', async () => {
  const ledger = join(dataDir, 'ledger.sqlite');
  await (await startEmbeddedEventStore({ file: ledger })).close();
  const config = readConfig({
    ...{ DATA_DIR: dataDir, DATABASE_URL: postgres.connectionString },
    VAULT_KEY: randomBytes(32).toString('base64'),
  });
  const take = (name: string, onStep: (step: BackupStep) => Promise<void> = async () => undefined) =>
    writeBackup(
      config,
      { ledger, databaseUrl: postgres.connectionString },
      { folder: join(dataDir, name), keys: join(dataDir, `keys of ${name}`), onStep },
    );
  const makeTables = async () => {
    const own = createPool(postgres.connectionString, MIGRATION_POOL);
    await migrate(own).finally(() => own.end());
  };
  const meanwhile = take('meanwhile', async (step) => {
    if (step !== 'the ledger') return;
    await restoreBegins();
    await makeTables();
  });
  await expect(meanwhile).rejects.toThrow('A restore into this database has not ended');
  const refusal = await take('then').catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OpsRefused);
  expect(String(refusal)).toContain('A restore into this database has not ended');
  for (const name of ['meanwhile', 'then'])
    expect(existsSync(join(dataDir, name, 'manifest.json'))).toBe(false);
  await pool.query('drop schema restore_unfinished');
  expect(await take('of the whole')).toMatchObject({ ledger: { events: 0 } });
});
