import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connectEventStore } from '../../../ledger/event-store.ts';
import { createPool } from '../../../projector/database.ts';
import { temporaryFolder } from '../../../projector/testing/temporary-folder.ts';
import type { Fleet } from '../two-processes/fleet.ts';
import { type KeptProgram, keepRunning } from '../two-processes/kept-process.ts';
import { ALL_APIS } from './deployment.ts';

/** Two replicas, a projector and its standby at stores that are there already. */
export type AtStores = Fleet & {
  readonly apis: readonly KeptProgram[];
  readonly projectors: readonly KeptProgram[];
};

export async function startAtStores(
  stores: { readonly eventStoreUrl: string; readonly databaseUrl: string },
  superAdminWallet: string,
): Promise<AtStores> {
  const folder = await temporaryFolder();
  const { PATH, PGPASSWORD } = process.env;
  const reach = {
    ...(PATH && { PATH }),
    ...(PGPASSWORD && { PGPASSWORD }),
    EVENTSTORE_URL: stores.eventStoreUrl,
    DATABASE_URL: stores.databaseUrl,
    LOG_LEVEL: 'warn',
  };
  const projectors = ['projector-1', 'projector-2'].map((name) =>
    keepRunning({ name, program: 'projector/main.ts', env: reach }),
  );
  const apis = ['api-1', 'api-2'].map((name) =>
    keepRunning({
      ...{ name, program: 'api/main.ts', ready: /ready at (\S+)/ },
      env: {
        ...ALL_APIS,
        ...reach,
        PORT: '0',
        DATA_DIR: join(folder, name),
        SUPER_ADMIN_WALLET: superAdminWallet,
      },
    }),
  );
  const [projector] = projectors;
  if (!projector) throw new Error('there is no projector');
  const store = connectEventStore(stores.eventStoreUrl);
  const pool = createPool(stores.databaseUrl);
  return {
    ...{ apis, projectors, projector, store, pool },
    ...stores,
    networks: [],
    async stop() {
      await Promise.all([...apis, ...projectors].map((program) => program.stop()));
      await store.close();
      await pool.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
