import { setTimeout as sleep } from 'node:timers/promises';
import { connectEventStore } from '../../ledger/event-store.ts';
import { createPool, LIVE_SCHEMA } from '../../projector/database.ts';
import { adaptiveLimit } from './adaptive-limit.ts';
import type { TestApp } from './start-app.ts';
import { administer, superAdminister } from './two-processes/admins.ts';
import { finishRaffles, whenProcessesAreDone } from './two-processes/aftermath.ts';
import type { Fleet } from './two-processes/fleet.ts';
import { type KeptProcess, notKept } from './two-processes/kept-process.ts';
import { connect, newPerson, type Person } from './two-processes/person.ts';
import { arrive, type Pace, verifyEmail, visit } from './two-processes/visitors.ts';
import { choicesOf, newWorld } from './two-processes/world.ts';

const LOOK_MS = 100;
const TELL_MS = 10_000;
/** In which all that was begun is over: the more there is, the longer a busy machine takes. */
const PATIENCE_MS = 180_000;
const PATIENCE_MS_AN_EVENT = 20;

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

type Drive = {
  readonly seed: string;
  readonly events: number;
  readonly visitors: number;
  readonly pace?: Pace;
};

/** As `driveFleet`, in one process. @param app started with `randomEnv` of the same seed */
export async function driveAtRandom(app: TestApp, drive: Drive): Promise<void> {
  const [pool, store] = [createPool(app.databaseUrl), connectEventStore(app.eventStoreUrl)];
  const api = oneProcess(app);
  try {
    await driveFleet(
      { ...app, apis: [api, api], projector: api, networks: [], store, pool, stop: app.close },
      drive,
    );
  } finally {
    await store.close();
    await pool.end();
  }
}

/**
 * Visitors and admins do what they like by the public API, until the ledger has so many events; then everything that was
 * begun is finished.
 * @param given whose super admin is `superAdminOf` of the same seed
 */
export async function driveFleet(given: Fleet, { seed, events, visitors, pace }: Drive): Promise<void> {
  const over = new AbortController();
  const fleet = { ...given, apis: given.apis.map(asMuchAsServed) };
  const { pool } = fleet;
  const world = newWorld(fleet, seed, over.signal);
  const superAdmin = superAdminOf(seed);
  const admins = [newPerson(`${seed}/admin/0`), newPerson(`${seed}/admin/1`)];
  const growth = { events: 0, actedAt: 0 };
  // All acts on all accounts together look at no more accounts than the ledger grows by events.
  world.mayActOnAll = () => {
    if (growth.events - growth.actedAt < world.known.length) return false;
    growth.actedAt = growth.events;
    return true;
  };
  const enough = async () => {
    const tell = teller(events);
    while (!over.signal.aborted) {
      // The newest number in the log, which an index gives: to add up all streams would cost more with every event.
      const { rows } = await pool.query<{ events: string }>(
        `select coalesce(max(index) + 1, 0)::text as events from ${LIVE_SCHEMA}.log_events where index is not null`,
      );
      growth.events = Number(rows[0]?.events);
      // Nobody asks later what was sent.
      world.sent.length = 0;
      tell(growth.events);
      if (growth.events >= events) over.abort();
      else await sleep(LOOK_MS);
    }
  };
  try {
    const choices = choicesOf(world, 'first');
    await connect(world, superAdmin, 0);
    for (let n = 0; n < FIRST_USERS; n++)
      await verifyEmail(world, await arrive(world, `first/${n}`, choices), choices);
    await Promise.all([
      ...Array.from({ length: visitors }, (_, n) => visit(world, `visitor/${n}`, pace)),
      ...admins.map((admin, n) => administer(world, admin, `admin/${n}`)),
      superAdminister(world, superAdmin, admins),
      enough(),
    ]);
    const patience = PATIENCE_MS + events * PATIENCE_MS_AN_EVENT;
    await finishRaffles(world, superAdmin, patience);
    await whenProcessesAreDone(fleet, patience);
    if (world.faults.length > 0) throw new Error(`seed ${seed}: ${world.faults.join('; ')}`);
  } finally {
    over.abort();
  }
}

/** Says every ten seconds how far the ledger has got, once that takes longer. */
function teller(events: number): (so: number) => void {
  const began = performance.now();
  let told = { at: began, events: 0 };
  return (so) => {
    const now = performance.now();
    if (now - told.at < TELL_MS) return;
    const rate = Math.round(((so - told.events) * 1000) / (now - told.at));
    const seconds = Math.round((now - began) / 1000);
    process.stdout.write(`${so} of ${events} events in ${seconds} s, ${rate} a second now\n`);
    told = { at: now, events: so };
  };
}

const MOST_REQUESTS = 32;
const isUnavailable = (answer: unknown) =>
  typeof answer === 'object' && answer !== null && Reflect.get(answer, 'status') === 503;

/** Requests go to it as many at a time as it serves. */
function asMuchAsServed(api: KeptProcess): KeptProcess {
  return { ...api, limit: adaptiveLimit(isUnavailable, MOST_REQUESTS) };
}

/** A program in this very process, which nothing kills. */
function oneProcess({ url }: TestApp): KeptProcess {
  return notKept(
    'app',
    () => url,
    async () => 'its log is on standard error',
  );
}
