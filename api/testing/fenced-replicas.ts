import type { Pool } from 'pg';
import { expect, vi } from 'vitest';
import { readAdmins } from '../../ledger/admins/read-admins.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import { createCommandHandler } from '../../ledger/handle-command.ts';
import { takeRevision } from '../../ledger/take-revision.ts';
import { createPolicies } from '../auth/policies.ts';
import { createRightsFence } from '../auth/rights-fence.ts';

/** The write side of one process: its own memory, its own connections to the fence of rights, and the store as it meets it. */
export function fencedReplica(store: EventStore, fencePool: Pool, superAdmin: string) {
  const handler = createCommandHandler(store);
  const fence = createRightsFence(fencePool, (act, { deadline }) =>
    takeRevision(store, act, new Date().toISOString(), deadline),
  );
  const policies = createPolicies(superAdmin, (deadline) => readAdmins(handler, deadline), fence);
  return { handler, policies };
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
  return { process, begun: begun.promise, letThrough: () => gate.resolve() };
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
