import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FaultProxy, startFaultProxy } from '../../../ledger/embedded/testing/fault-proxy.ts';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { freePort } from '../../../ledger/testing/free-port.ts';
import { endPool } from '../../../projector/bounded-pool.ts';
import { createPool } from '../../../projector/database.ts';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';
import { EMPTY_UI } from '../empty-ui.ts';
import type { Fleet } from '../two-processes/fleet.ts';
import { type KeptProgram, keepRunning, notKept } from '../two-processes/kept-process.ts';
import { eventStoreMachine, type Machine, postgresMachine } from './machines.ts';

/** What stands between one program and each store. */
export type Ways = { readonly store: FaultProxy; readonly postgres: FaultProxy };

/** Which release a program is of, and what it is told beside the settings of all. */
export type ProgramOptions = {
  readonly root?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly nodeOptions?: readonly string[];
};

/**
 * A deployment on processes of its own: API replicas, projectors, the event store and Postgres, each of which can be
 * killed, frozen and begun anew, over networks that can be broken.
 */
export type Deployment = Fleet & {
  readonly apis: KeptProgram[];
  readonly projectors: KeptProgram[];
  readonly eventStore: Machine;
  readonly postgres: Machine;
  /** By the program's name: `api-1`, `projector-1`. */
  ways(name: string): Ways;
  startApi(name: string, options?: ProgramOptions): Promise<KeptProgram>;
  startProjector(name: string, options?: ProgramOptions): Promise<KeptProgram>;
};

export type DeploymentOptions = {
  readonly superAdminWallet: string;
  readonly apis?: number;
  readonly projectors?: number;
  /** Of all API replicas. */
  readonly env?: Readonly<Record<string, string>>;
  /** Of Postgres. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where the stores keep their data; folders of their own unless given. */
  readonly folders?: { readonly eventStore: string; readonly postgres: string };
};

export async function startDeployment(options: DeploymentOptions): Promise<Deployment> {
  const { apis: replicas = 2, projectors: followers = 2, settings } = options;
  const folder = await temporaryFolder();
  const folders = { eventStore: folder, postgres: folder, ...options.folders };
  const [eventStore, postgres] = await Promise.all([
    eventStoreMachine(folders.eventStore),
    postgresMachine(folders.postgres, settings),
  ]);
  const ways = new Map<string, Ways>();
  const wayOf = (name: string): Ways => {
    const way = ways.get(name);
    if (!way) throw new Error(`there is no ${name}`);
    return way;
  };
  const open = async (name: string) => {
    const way = ways.get(name) ?? {
      store: await startFaultProxy(eventStore.port()),
      postgres: await startFaultProxy(postgres.port()),
    };
    ways.set(name, way);
    const eventStoreUrl = eventStore.addressAt(way.store.port);
    return { eventStoreUrl, databaseUrl: postgres.addressAt(way.postgres.port) };
  };
  const own = await open('test');

  const settingsOf = async (name: string, more: ProgramOptions) => {
    const { eventStoreUrl, databaseUrl } = await open(name);
    return { EVENTSTORE_URL: eventStoreUrl, DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn', ...more.env };
  };
  const startApi = async (name: string, more: ProgramOptions = {}) => {
    const port = await freePort();
    return keepRunning({
      ...{ name, program: 'api/main.ts', ready: /ready at (\S+)/, address: `http://127.0.0.1:${port}` },
      ...(more.root && { root: more.root }),
      ...(more.nodeOptions && { nodeOptions: more.nodeOptions }),
      env: {
        ...ALL_APIS,
        PORT: String(port),
        DATA_DIR: join(folder, name),
        SUPER_ADMIN_WALLET: options.superAdminWallet,
        ...options.env,
        ...(await settingsOf(name, more)),
      },
    });
  };
  const startProjector = async (name: string, more: ProgramOptions = {}) =>
    keepRunning({
      ...{ name, program: 'projector/main.ts' },
      ...(more.root && { root: more.root }),
      ...(more.nodeOptions && { nodeOptions: more.nodeOptions }),
      env: await settingsOf(name, more),
    });

  const apis: KeptProgram[] = [];
  for (let n = 1; n <= replicas; n++) apis.push(await startApi(`api-${n}`));
  const projectors: KeptProgram[] = [];
  for (let n = 1; n <= followers; n++) projectors.push(await startProjector(`projector-${n}`));
  const [first] = projectors;
  const pool = createPool(own.databaseUrl);
  const store = connectEventStore(own.eventStoreUrl);
  const programs = () => [...apis, ...projectors];
  return {
    apis,
    projectors,
    // Whoever follows in the place of the first stands beside it.
    projector: first ?? NOBODY,
    eventStore: moving(eventStore, (port) => {
      for (const { store: way } of ways.values()) way.moveTo(port);
    }),
    postgres: moving(postgres, (port) => {
      for (const { postgres: way } of ways.values()) way.moveTo(port);
    }),
    get networks() {
      return [...ways]
        .filter(([name]) => name !== 'test')
        .flatMap(([name, way]) => [
          { name: `${name}-store`, proxy: way.store },
          { name: `${name}-postgres`, proxy: way.postgres },
        ]);
    },
    ways: wayOf,
    startApi,
    startProjector,
    store,
    pool,
    ...own,
    async stop() {
      for (const { store: toStore, postgres: toPostgres } of ways.values()) {
        toStore.heal();
        toPostgres.heal();
      }
      await Promise.all([eventStore.thaw(), postgres.thaw()]).catch(() => undefined);
      await Promise.all(programs().map((program) => program.stop()));
      await Promise.race([Promise.all([store.close(), endPool(pool)]), sleep(5_000)]);
      await Promise.all([...ways.values()].flatMap((way) => [way.store.close(), way.postgres.close()]));
      await Promise.all([eventStore.stop(), postgres.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Many people from one network, who prove nothing, and no beacon. */
export const ALL_APIS = {
  UI_DIST: EMPTY_UI,
  VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
  RATE_LIMIT_SCALE: '100000',
  RAFFLE_RANDOMNESS: 'seed',
  CLAIM_NEEDS: 'nothing',
  ISSUANCE_A_DAY: '999999999',
  ACCOUNTS_A_NETWORK: '1000000',
};

/** In the place of a projector where the APIs follow the ledger themselves. */
const NOBODY = notKept('nobody', () => undefined);

function moving(machine: Machine, onMoved: (port: number) => void): Machine {
  return {
    ...machine,
    async start() {
      await machine.start();
      onMoved(machine.port());
    },
  };
}
