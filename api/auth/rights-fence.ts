import type { Pool } from 'pg';
import type { HeldRight } from '../../ledger/authorize.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';

/** Any constant that no other advisory lock of the program uses. */
const RIGHTS_LOCK = 3_424_006;

/** For the pool that a fence works with: its waits end in time for a command, and one that acts needs no second. */
export const FENCE_POOL = { maxConnections: 4, lockTimeout: 1_000, applicationName: 'evo-api-rights' };

/**
 * Puts the acts of admins and the removal of admins in one order across all processes. An act stands in one stream and
 * the right to it in another, and the event store has no append over two streams: so an act holds a shared advisory
 * lock of Postgres from the look at the right to the end of the append, and a removal holds the same lock alone.
 * Postgres serves who waits in their order, so acts cannot keep a removal waiting for ever.
 */
export type RightsFence = {
  /** @throws LedgerUnavailable when a removal does not end in a second */
  act(): Promise<HeldRight>;
  /** @throws LedgerUnavailable when the acts under way do not end in a second */
  removal(): Promise<HeldRight>;
};

export function createRightsFence(pool: Pool): RightsFence {
  return {
    act: () => hold(pool, 'pg_advisory_lock_shared', 'pg_advisory_unlock_shared'),
    removal: () => hold(pool, 'pg_advisory_lock', 'pg_advisory_unlock'),
  };
}

async function hold(pool: Pool, lock: string, unlock: string): Promise<HeldRight> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new LedgerUnavailable(cause);
  });
  try {
    await client.query(`select ${lock}($1)`, [RIGHTS_LOCK]);
  } catch (cause) {
    client.release(true);
    throw new LedgerUnavailable(cause);
  }
  return {
    async [Symbol.asyncDispose]() {
      const isFree = await client.query(`select ${unlock}($1)`, [RIGHTS_LOCK]).then(
        () => true,
        () => false,
      );
      // Closing the connection frees what it could not free by itself.
      client.release(!isFree);
    },
  };
}
