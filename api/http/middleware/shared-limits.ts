import { createHmac, createSecretKey } from 'node:crypto';
import type { Pool, QueryConfig, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type CacheUse, sumOfUses } from '../../../ledger/cache-use.ts';
import { prepared } from '../../../projector/prepared.ts';
import { leased } from './leased-limit.ts';
import { type MakeRateLimit, rateLimitOf } from './rate-limit.ts';

/** Counting is worth no long wait: what Postgres does not answer in two seconds is counted in the process. */
export const LIMITS_POOL = {
  connectTimeout: 2_000,
  statementTimeout: 1_900,
  lockTimeout: 1_800,
  answerTimeout: 2_000,
  maxWaiting: 200,
  applicationName: 'evo-api-limits',
};

/** Milliseconds for which Postgres is not asked again after it has failed to count. */
const LEAVE_ALONE_MS = 1_000;

export type SharedLimits = MakeRateLimit & {
  /** What all of them remember of callers. */
  readonly use: () => CacheUse;
};

/**
 * Limits that count what a caller asks of all replicas together, in Postgres. While Postgres does not count, each
 * replica counts by itself. No caller's address or id stands in Postgres: only a keyed hash.
 * @param key the same for all replicas, and nobody else's
 */
export function sharedLimits(pool: Pool, key: Buffer, logger: Logger): SharedLimits {
  const storeClient = leftAloneWhenAway(pool, logger);
  const secret = createSecretKey(key);
  const nameOf = (name: string, caller: string) =>
    createHmac('sha256', secret).update(`rate-limit/${name}/${caller}`).digest('base64url');
  const uses: (() => CacheUse)[] = [];
  const make: MakeRateLimit = (name, points, duration) => {
    const here = new RateLimiterMemory({ keyPrefix: name, points, duration });
    const limiter = new RateLimiterPostgres({
      ...{ storeClient, storeType: 'pool', schemaName: 'limits', tableName: 'taken' },
      // The migrations make the table, and the keeper of the tables empties it.
      ...{ tableCreated: true, clearExpiredByTimeout: false },
      // The hash tells the limits apart.
      keyPrefix: '',
      ...{ points, duration },
    });
    const takeShared = leased((caller, requests) => limiter.consume(nameOf(name, caller), requests), points);
    uses.push(takeShared.use);
    return rateLimitOf(async (caller) => {
      // What one replica lets in is never more than all may, whether Postgres counts or not.
      await here.consume(caller);
      await takeShared(caller).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) throw refused;
      });
    });
  };
  return Object.assign(make, { use: () => sumOfUses(uses.map((use) => use())) });
}

type Asked = { query(query: QueryConfig): Promise<QueryResult> };

/** While Postgres is away, one request a second finds out; the others are not held up by it. */
function leftAloneWhenAway(pool: Pool, logger: Logger): Asked {
  let notBefore = 0;
  let isAway = false;
  return {
    async query({ text, values }) {
      if (performance.now() < notBefore) throw new Error('Postgres did not count a moment ago');
      try {
        // Under a name of its own: the library's is another text's, too.
        const result = await pool.query(prepared(text), values);
        if (isAway) logger.info('callers are counted for all replicas again');
        isAway = false;
        return result;
      } catch (error) {
        notBefore = performance.now() + LEAVE_ALONE_MS;
        if (!isAway) logger.warn({ err: error }, 'callers are counted by this replica alone for now');
        isAway = true;
        throw error;
      }
    },
  };
}
