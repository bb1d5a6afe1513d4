import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { readAdmins } from '../../ledger/admins/read-admins.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { type CommandHandler, createCommandHandler } from '../../ledger/handle-command.ts';
import { takeRevision } from '../../ledger/take-revision.ts';
import { startMemoryLedger } from '../../ledger/testing/memory-ledger.ts';
import type { TestLedgerNode } from '../../ledger/testing/start-ledger.ts';
import { createPool } from '../../projector/database.ts';
import { startTestPostgres, type TestPostgres } from '../../projector/testing/postgres.ts';
import { createPolicies } from '../auth/policies.ts';
import { createRightsFence, FENCE_POOL } from '../auth/rights-fence.ts';
import { migrate } from '../migrate.ts';

/** For a pool of a test: on a busy machine a first connection may take longer than a person would wait. */
export const PATIENT = { connectTimeout: 30_000 };

/** The write side of one process: its own memory, its own connections to the fence of rights, and the store as it meets it. */
export function fencedReplica(store: EventStore, fencePool: Pool, superAdmin: string) {
  const handler = createCommandHandler(store);
  const fence = createRightsFence(fencePool, (act, { deadline }) =>
    takeRevision(store, act, new Date().toISOString(), deadline),
  );
  const policies = createPolicies(superAdmin, (deadline) => readAdmins(handler, deadline), fence);
  return { handler, policies };
}

/** A Postgres for a whole file and a ledger for each of its tests, with as many processes before both as a test likes. */
export function setFencedStage(superAdmin: string) {
  let ledger: TestLedgerNode;
  let postgres: TestPostgres;
  let pool: Pool;
  const pools: Pool[] = [];
  const handlers: CommandHandler[] = [];
  beforeAll(async () => {
    postgres = await startTestPostgres();
    pool = createPool(postgres.connectionString);
    await migrate(pool);
  });
  afterAll(async () => {
    await Promise.all([...pools, pool].map((one) => one.end()));
    await postgres.stop();
  });
  beforeEach(() => {
    ledger = startMemoryLedger();
  });
  afterEach(async () => {
    await Promise.all(handlers.splice(0).map((handler) => handler.close()));
    await ledger.stop();
  });
  return {
    get ledger() {
      return ledger;
    },
    get pool() {
      return pool;
    },
    /** One process: its own connections to the fence, its own memory, and the store as it meets it. */
    replica(store: EventStore = ledger.store) {
      const applicationName = randomUUID();
      const fencePool = createPool(postgres.connectionString, { ...FENCE_POOL, ...PATIENT, applicationName });
      pools.push(fencePool);
      const { handler, policies } = fencedReplica(store, fencePool, superAdmin);
      handlers.push(handler);
      return {
        ...{ store, handler, policies },
        /** As a Postgres that restarts ends them: the lock is gone, and what was sent is on its way. */
        loseConnections: () =>
          pool.query(
            `select pg_terminate_backend(pid) from pg_stat_activity
             where datname = current_database() and application_name = $1`,
            [applicationName],
          ),
      };
    },
  };
}

/** A process whose appends to one stream come to the store when they are let through. */
export function heldBack<Process>(store: EventStore, start: (store: EventStore) => Process, stream: string) {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const process = start({
    ...store,
    append: async (...call) => {
      if (call[0] === stream) {
        begun.resolve();
        await gate.promise;
      }
      return store.append(...call);
    },
  });
  return {
    process,
    /** Until it is held back. @throws what the act throws that ends before that */
    begun: (act: Promise<unknown>) => Promise.race([begun.promise, act]),
    letThrough: () => gate.resolve(),
  };
}

/** Until an act waits for its turn at the fence of this database, or needs none. */
export async function waitsOrEnds(pool: Pool, act: Promise<unknown>): Promise<void> {
  let isOver = false;
  const note = () => {
    isOver = true;
  };
  act.then(note, note);
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      `select from pg_locks where locktype = 'advisory' and objid = 3424006 and not granted
       and database = (select oid from pg_database where datname = current_database())`,
    );
    expect(isOver || (rowCount ?? 0) > 0).toBe(true);
  });
}
