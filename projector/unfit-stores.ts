import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { endPool } from './bounded-pool.ts';
import { createPool, type PoolOptions } from './database.ts';
import { faultOfSessions, type SessionFault, TELL_LIMITS } from './shared-sessions.ts';
import { lookAtRights } from './store-rights.ts';

/** Milliseconds between two looks while Postgres is not there. */
const LOOK_EVERY = 1_000;

/** A Postgres that stands still does not answer a look, and is looked at again. */
const LOOK: PoolOptions = {
  applicationName: 'evo-rewards projector start',
  maxConnections: 2,
  connectTimeout: 3_000,
  statementTimeout: 3_000,
  answerTimeout: 4_000,
};

type Stores = { readonly eventStoreUrl: string; readonly databaseUrl: string };

/**
 * What the projector cannot work with, in words, though both stores answer: an event store whose user may not read the
 * ledger, a pooler that gives no sessions. Postgres is waited for until it can be told; an event store that gives no
 * answer now is not, since a projector stands by without one.
 * @returns undefined when all is well, or when `signal` ended the wait
 */
export async function unfitStores(
  { eventStoreUrl, databaseUrl }: Stores,
  signal: AbortSignal,
  logger: Pick<Logger, 'warn'>,
): Promise<string | undefined> {
  const [right, fault] = await Promise.all([
    lookAtRights(eventStoreUrl, 'follow', logger),
    sessionFault(databaseUrl, signal),
  ]);
  return right ?? (fault && WORDS[fault]);
}

async function sessionFault(databaseUrl: string, signal: AbortSignal): Promise<SessionFault | undefined> {
  const pool = createPool(databaseUrl, LOOK);
  try {
    while (!signal.aborted) {
      try {
        return await faultOfSessions(pool);
      } catch {
        // Not there yet; the projector's own attempts say so in the log.
        await sleep(LOOK_EVERY, undefined, { signal }).catch(() => undefined);
      }
    }
    return undefined;
  } finally {
    await endPool(pool);
  }
}

const WORDS: Readonly<Record<SessionFault, string>> = {
  'limits refused': `DATABASE_URL leads to a pooler that refuses limits of time; ${TELL_LIMITS}`,
  shared:
    'DATABASE_URL leads to a pooler that shares sessions of Postgres between transactions, which breaks the lock of who ' +
    'leads silently: set DATABASE_SESSION_URL to Postgres itself, or to a pooler that gives each connection a session of its own',
};
