import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { createPool } from '../../../projector/database.ts';
import { startEmbeddedPostgres } from '../../../projector/embedded-postgres.ts';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { startVersion, type Version } from './version.ts';
import { type World, writeWorld } from './world.ts';

export type Checkout = { readonly name: string; readonly root: string };

/** What the checkouts of one bench stand on: a Postgres that counts its statements, and one ledger that each gets a copy of. */
export type Ground = {
  readonly folder: string;
  readonly world: World;
  /** Reads `pg_stat_statements`. */
  readonly counts: pg.Pool;
  /** This checkout, after the one of before where there is one. */
  readonly checkouts: readonly Checkout[];
  /** @param cpuProfiles a folder for Node's profiles of the program, where they are wanted */
  start(checkout: Checkout, cpuProfiles?: string): Promise<Version>;
  stop(): Promise<void>;
};

/** @param before the folder of another checkout that is measured beside this one */
export async function startGround(users: number, before: string | undefined): Promise<Ground> {
  const folder = await temporaryFolder();
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    settings: { shared_preload_libraries: 'pg_stat_statements', max_connections: '200' },
  });
  const counts = createPool(postgres.connectionString, { maxConnections: 1 });
  const stop = async () => {
    await counts.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await counts.query('create extension pg_stat_statements');
    const ledger = join(folder, 'ledger.sqlite');
    const world = await writeWorld(ledger, users);
    return {
      ...{ folder, world, counts, stop },
      checkouts: [
        ...(before === undefined ? [] : [{ name: 'before', root: resolve(before) }]),
        { name: 'now', root: resolve(import.meta.dirname, '../../..') },
      ],
      async start(checkout, cpuProfiles) {
        await counts.query(`create database ${checkout.name}`);
        const own = join(folder, checkout.name);
        await mkdir(own);
        await copyFile(ledger, join(own, 'ledger.sqlite'));
        const databaseUrl = new URL(postgres.connectionString);
        databaseUrl.pathname = `/${checkout.name}`;
        return startVersion(checkout, world, {
          folder: own,
          ledger: join(own, 'ledger.sqlite'),
          databaseUrl: databaseUrl.href,
          uiDist: EMPTY_UI,
          cpuProfiles,
        });
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
