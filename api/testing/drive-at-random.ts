import { setTimeout as sleep } from 'node:timers/promises';
import { connectEventStore } from '../../ledger/event-store.ts';
import { createPool, LIVE_SCHEMA } from '../../projector/database.ts';
import type { TestApp } from './start-app.ts';
import { administer, superAdminister } from './two-processes/admins.ts';
import { finishRaffles, whenProcessesAreDone } from './two-processes/aftermath.ts';
import type { Fleet } from './two-processes/fleet.ts';
import type { KeptProcess } from './two-processes/kept-process.ts';
import { connect, newPerson, type Person } from './two-processes/person.ts';
import { arrive, verifyEmail, visit } from './two-processes/visitors.ts';
import { choicesOf, newWorld } from './two-processes/world.ts';

/** With a verified address from the start, so that there is somebody to draw. */
const FIRST_USERS = 4;

export const superAdminOf = (seed: string): Person => newPerson(`${seed}/super-admin`);

/** What a program needs to be driven by many people from one network. */
export const randomEnv = (seed: string): Readonly<Record<string, string>> => ({
  SUPER_ADMIN_WALLET: superAdminOf(seed).account.address,
  RATE_LIMIT_SCALE: '100000',
  CLAIM_NEEDS: 'nothing',
  ISSUANCE_A_DAY: '999999999',
  ACCOUNTS_A_NETWORK: '1000000',
});

/**
 * Visitors and admins do what they like by the public API, until the ledger has so many events; then everything that was
 * begun is finished.
 * @param app started with `randomEnv` of the same seed
 */
export async function driveAtRandom(
  app: TestApp,
  { seed, events, visitors }: { readonly seed: string; readonly events: number; readonly visitors: number },
): Promise<void> {
  const over = new AbortController();
  const [pool, store] = [createPool(app.databaseUrl), connectEventStore(app.eventStoreUrl)];
  const api = oneProcess(app);
  const fleet: Fleet = {
    ...app,
    apis: [api, api],
    projector: api,
    networks: [],
    store,
    pool,
    stop: app.close,
  };
  const world = newWorld(fleet, seed, over.signal);
  const superAdmin = superAdminOf(seed);
  const admins = [newPerson(`${seed}/admin/0`), newPerson(`${seed}/admin/1`)];
  const enough = async () => {
    while (!over.signal.aborted) {
      const { rows } = await pool.query<{ events: string }>(
        `select coalesce(sum(revision + 1), 0)::text as events from ${LIVE_SCHEMA}.streams`,
      );
      if (Number(rows[0]?.events) >= events) over.abort();
      else await sleep(20);
    }
  };
  try {
    const choices = choicesOf(world, 'first');
    await connect(world, superAdmin, 0);
    for (let n = 0; n < FIRST_USERS; n++)
      await verifyEmail(world, await arrive(world, `first/${n}`, choices), choices);
    await Promise.all([
      ...Array.from({ length: visitors }, (_, n) => visit(world, `visitor/${n}`)),
      ...admins.map((admin, n) => administer(world, admin, `admin/${n}`)),
      superAdminister(world, superAdmin, admins),
      enough(),
    ]);
    await finishRaffles(world, superAdmin);
    await whenProcessesAreDone(fleet);
    if (world.faults.length > 0) throw new Error(`seed ${seed}: ${world.faults.join('; ')}`);
  } finally {
    over.abort();
    await store.close();
    await pool.end();
  }
}

/** A program in this very process, which nothing kills. */
function oneProcess({ url }: TestApp): KeptProcess {
  return {
    name: 'app',
    url: () => url,
    kill: () => undefined,
    kills: () => 0,
    endings: () => 0,
    explained: async () => 'its log is on standard error',
    stop: async () => undefined,
  };
}
