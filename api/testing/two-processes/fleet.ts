import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import { startKillableNode } from '../../../ledger/embedded/testing/killable-node.ts';
import { connectEventStore, type EventStore } from '../../../ledger/event-store.ts';
import { createPool } from '../../../projector/database.ts';
import { startTestPostgres } from '../../../projector/testing/postgres.ts';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';
import { portOf, throughPort } from '../../../projector/testing/through-port.ts';
import { EMPTY_UI } from '../empty-ui.ts';
import { type KeptProcess, keepRunning } from './kept-process.ts';

/** A deployment: two API processes and a projector on one event store and one Postgres, reached over bad networks. */
export type Fleet = {
  readonly apis: readonly KeptProcess[];
  readonly projector: KeptProcess;
  /** What stands between each process and each store. */
  readonly networks: readonly { readonly name: string; readonly proxy: FaultProxy }[];
  /** The test's own way to the stores, which nothing breaks. */
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly eventStoreUrl: string;
  readonly databaseUrl: string;
  stop(): Promise<void>;
};

/** The addresses of both stores, of one process. */
type Reached = { readonly EVENTSTORE_URL: string; readonly DATABASE_URL: string };

/** Over networks that can be broken. @param superAdminWallet who has every right from the start */
export async function startFleet(superAdminWallet: string): Promise<Fleet> {
  const networks: { name: string; proxy: FaultProxy }[] = [];
  return startOver(superAdminWallet, networks, async (name, { EVENTSTORE_URL, DATABASE_URL }) => {
    const toStore = await startFaultProxy(Number(new URL(EVENTSTORE_URL).port));
    const toPostgres = await startFaultProxy(portOf(DATABASE_URL));
    networks.push({ name: `${name}-store`, proxy: toStore }, { name: `${name}-postgres`, proxy: toPostgres });
    return {
      EVENTSTORE_URL: toStore.connectionString,
      DATABASE_URL: throughPort(DATABASE_URL, toPostgres.port),
    };
  });
}

/** With nothing between the processes and their stores. @param superAdminWallet who has every right from the start */
export const startCalmFleet = (superAdminWallet: string): Promise<Fleet> =>
  startOver(superAdminWallet, [], async (_, stores) => stores);

async function startOver(
  superAdminWallet: string,
  networks: Fleet['networks'],
  reach: (name: string, stores: Reached) => Promise<Reached>,
): Promise<Fleet> {
  const folder = await temporaryFolder();
  const [node, postgres] = await Promise.all([
    startKillableNode(join(folder, 'ledger.sqlite')),
    startTestPostgres(),
  ]);
  const stores = { EVENTSTORE_URL: node.connectionString, DATABASE_URL: postgres.connectionString };
  const settingsOf = async (name: string) => ({ ...(await reach(name, stores)), LOG_LEVEL: 'warn' });

  const startApi = async (name: string) =>
    keepRunning({
      name,
      program: 'api/main.ts',
      ready: /ready at (\S+)/,
      env: {
        ...(await settingsOf(name)),
        PORT: '0',
        DATA_DIR: join(folder, name),
        UI_DIST: EMPTY_UI,
        SUPER_ADMIN_WALLET: superAdminWallet,
        VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
        RATE_LIMIT_SCALE: '100000',
        // Its networks lead to no beacon.
        RAFFLE_RANDOMNESS: 'seed',
        // Its visitors are many, from one network, and prove nothing.
        CLAIM_NEEDS: 'nothing',
        ISSUANCE_A_DAY: '999999999',
        ACCOUNTS_A_NETWORK: '1000000',
      },
    });
  const apis = [await startApi('api-1'), await startApi('api-2')];
  const projector = keepRunning({
    name: 'projector',
    program: 'projector/main.ts',
    env: await settingsOf('projector'),
  });
  const store = connectEventStore(node.connectionString);
  const pool = createPool(postgres.connectionString);
  return {
    apis,
    projector,
    networks,
    store,
    pool,
    eventStoreUrl: node.connectionString,
    databaseUrl: postgres.connectionString,
    async stop() {
      await Promise.all([...apis, projector].map((program) => program.stop()));
      await Promise.all(networks.map(({ proxy }) => proxy.close()));
      await store.close();
      await pool.end();
      await Promise.all([node.kill(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
