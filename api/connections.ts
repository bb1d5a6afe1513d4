import type { Pool } from 'pg';
import { endPool } from '../projector/bounded-pool.ts';
import { createPool, type PoolOptions } from '../projector/database.ts';
import { FENCE_POOL } from './auth/rights-fence.ts';
import { LIMITS_POOL } from './http/middleware/shared-limits.ts';
import { EXPORT_POOL } from './resources/exports/export-file.ts';

/** The connections of one replica to Postgres, by what they are for: none can take another's. */
export type Pools = {
  /** For requests, and for what the processes ask. */
  readonly requests: Pool;
  /** Each is held as long as the program runs: locks of who leads, and listening. */
  readonly sessions: Pool;
  /** For the fence of rights. */
  readonly fence: Pool;
  /** For files that are read as slowly as their receiver takes them. */
  readonly exports: Pool;
  /** For counting what callers ask. */
  readonly limits: Pool;
};

export type Connections = { readonly pools: Pools; end(): Promise<void> };

/** Who leads the processes, the notary and its witnesses; who listens; and one to spare while one is taken anew. */
const SESSIONS = 5;

/** Of the pools that are never more than this; what is left is for requests. */
const SHARES = { sessions: SESSIONS, fence: 3, exports: 2, limits: 1 } as const;

/**
 * For requests and processes. A request's own end comes long before the limit of its statements, which is for the
 * processes.
 */
const REQUEST_POOL = {
  applicationName: 'evo-api',
  // What more of them asked would be as much as a replica holds in memory for nothing.
  maxWaiting: 500,
  connectTimeout: 2_000,
  statementTimeout: 30_000,
  answerTimeout: 31_000,
  lockTimeout: 5_000,
  idleTransactionTimeout: 10_000,
} satisfies PoolOptions;

/** A statement of these is short; holding the connection is what it is for. */
const SESSION_POOL = {
  applicationName: 'evo-api-sessions',
  connectTimeout: 3_000,
  statementTimeout: 5_000,
  answerTimeout: 6_000,
} satisfies PoolOptions;

/**
 * @param total connections at the most, 12 or more
 * @param sessionUrl of the connections that need a session of their own in Postgres, where `url` leads to a pooler
 *   that gives them none
 */
export function openConnections(url: string, sessionUrl: string, total: number): Connections {
  const { sessions, fence, exports, limits } = SHARES;
  const rest = total - sessions - fence - exports - limits;
  // Who names another address for sessions has none at the first, and the start refuses a second that has none.
  const keepsStatements = url === sessionUrl;
  const pools: Pools = {
    requests: createPool(url, { ...REQUEST_POOL, maxConnections: rest, keepsStatements }),
    sessions: createPool(sessionUrl, { ...SESSION_POOL, maxConnections: sessions, keepsStatements: true }),
    fence: createPool(sessionUrl, { ...FENCE_POOL, maxConnections: fence, keepsStatements: true }),
    exports: createPool(url, { ...EXPORT_POOL, maxConnections: exports }),
    limits: createPool(url, { ...LIMITS_POOL, maxConnections: limits, keepsStatements }),
  };
  return {
    pools,
    async end() {
      await Promise.all(Object.values(pools).map(endPool));
    },
  };
}
