import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../projector/testing/postgres.ts';
import { startTransactionPooler, type TransactionPooler } from '../projector/testing/transaction-pooler.ts';
import { doctorCommand } from './ops/doctor/doctor-command.ts';
import { requireSessions } from './require-sessions.ts';
import { startApp } from './testing/start-app.ts';

let postgres: TestPostgres;
let pooler: TransactionPooler;
let direct: pg.Client;
let dataDir: string;
beforeAll(async () => {
  postgres = await startTestPostgres();
  pooler = await startTransactionPooler(postgres.connectionString);
  direct = new pg.Client(postgres.connectionString);
  await direct.connect();
  dataDir = await mkdtemp(join(tmpdir(), 'evo-pooled-'));
});
afterAll(async () => {
  await direct.end();
  await pooler.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
});

/** Of this database. */
const holdersOfLocks = async (): Promise<number[]> => {
  const { rows } = await direct.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows.map(({ pid }) => pid);
};

test('behind a pooler of transactions nobody who leads has a lock in a session that is shared', async () => {
  const app = await startApp({
    env: { DATABASE_URL: pooler.connectionString, DATABASE_SESSION_URL: postgres.connectionString },
  });
  try {
    await expect.poll(async () => (await fetch(`${app.url}/readyz`)).status, { timeout: 30_000 }).toBe(200);
    const holders = await holdersOfLocks();
    expect(holders.length).toBeGreaterThan(1);
    expect(pooler.pids().size).toBeGreaterThan(0);
    expect(holders.filter((pid) => pooler.pids().has(pid))).toEqual([]);
  } finally {
    await app.close();
  }
});

const postgresFaults = async (env: Record<string, string>) => {
  const { text } = await doctorCommand(['--json'], { DATA_DIR: dataDir, ...env });
  const { findings } = JSON.parse(text) as { findings: { name: string; state: string; text: string }[] };
  return (
    findings
      .filter(({ name, state }) => name === 'postgres' && state === 'fault')
      .map((finding) => finding.text)
      // The Postgres of tests need not outlive the machine.
      .filter((text) => !/^\w+ is off: /.test(text))
  );
};

test('the doctor finds a pooler of transactions, and nothing wrong with one beside which sessions have an address', async () => {
  const sessions = postgres.connectionString;
  const pooled = pooler.connectionString;
  expect(await postgresFaults({ DATABASE_URL: sessions })).toEqual([]);
  expect(await postgresFaults({ DATABASE_URL: pooled })).toEqual([
    expect.stringMatching(/^DATABASE_URL leads to a pooler in transaction mode.* DATABASE_SESSION_URL/),
  ]);
  expect(await postgresFaults({ DATABASE_URL: pooled, DATABASE_SESSION_URL: sessions })).toEqual([]);
  expect(await postgresFaults({ DATABASE_URL: sessions, DATABASE_SESSION_URL: pooled })).toEqual([
    expect.stringMatching(/^DATABASE_SESSION_URL leads to a pooler in transaction mode/),
  ]);
});

test('a pooler that refuses the limits of requests is named by the start and by the doctor, with what to tell it', async () => {
  const refusing = await startTransactionPooler(postgres.connectionString, { ignoresLimits: false });
  const pools = [createPool(postgres.connectionString), createPool(refusing.connectionString)] as const;
  try {
    await expect(requireSessions(...pools)).rejects.toThrow(/DATABASE_URL: .*ignore_startup_parameters/);
    await expect(requireSessions(pools[0])).resolves.toBeUndefined();
    const settings = {
      DATABASE_URL: refusing.connectionString,
      DATABASE_SESSION_URL: postgres.connectionString,
    };
    expect(await postgresFaults(settings)).toEqual([
      expect.stringMatching(/^DATABASE_URL leads to a pooler that refuses limits.*ignore_startup_parameters/),
    ]);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
    await refusing.close();
  }
});

test('the doctor tries both addresses of Postgres', async () => {
  const sessions = postgres.connectionString;
  const away = 'postgres://evo@127.0.0.1:1/evo';
  expect(await postgresFaults({ DATABASE_URL: sessions, DATABASE_SESSION_URL: away })).toEqual([
    expect.stringMatching(/^Postgres does not answer.*See DATABASE_SESSION_URL/),
  ]);
  expect(await postgresFaults({ DATABASE_URL: away, DATABASE_SESSION_URL: sessions })).toEqual([
    expect.stringMatching(/^Postgres does not answer.*See DATABASE_URL/),
  ]);
});
