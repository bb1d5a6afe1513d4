import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { fillLedger, type Members } from '../../../ledger/bench/filling/fill-ledger.ts';
import { createPool } from '../../../projector/database.ts';
import { startEmbeddedPostgres } from '../../../projector/embedded-postgres.ts';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';
import { EMPTY_UI } from '../../testing/empty-ui.ts';
import { type Place, startVersion, type Version } from './version.ts';
import { type World, writeWorld } from './world.ts';

const DAY_MS = 24 * 3_600_000;

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
  /** A database and a copy of the ledger for a checkout. */
  placeFor(checkout: Checkout, cpuProfiles?: string): Promise<Place>;
  /** Removes the ledger that copies are made of, once each checkout has its own. */
  forgetLedger(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * @param before the folder of another checkout that is measured beside this one
 * @param lived members of a community who have a year behind them in the ledger, beside the users who have just come
 */
export async function startGround(
  users: number,
  before: string | undefined,
  lived?: Members,
): Promise<Ground> {
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
    if (lived) await fillLedger(folder, lived, Date.now() - DAY_MS);
    const world = await writeWorld(ledger, users);
    const placeFor = async (checkout: Checkout, cpuProfiles?: string): Promise<Place> => {
      await counts.query(`create database ${checkout.name}`);
      const own = join(folder, checkout.name);
      await mkdir(own);
      await copyFile(ledger, join(own, 'ledger.sqlite'));
      const databaseUrl = new URL(postgres.connectionString);
      databaseUrl.pathname = `/${checkout.name}`;
      return {
        folder: own,
        ledger: join(own, 'ledger.sqlite'),
        databaseUrl: databaseUrl.href,
        uiDist: EMPTY_UI,
        cpuProfiles,
      };
    };
    return {
      ...{ folder, world, counts, stop },
      checkouts: [
        ...(before === undefined ? [] : [{ name: 'before', root: resolve(before) }]),
        { name: 'now', root: resolve(import.meta.dirname, '../../..') },
      ],
      start: async (checkout, cpuProfiles) =>
        startVersion(checkout, world, await placeFor(checkout, cpuProfiles)),
      placeFor,
      forgetLedger: () => rm(ledger),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
