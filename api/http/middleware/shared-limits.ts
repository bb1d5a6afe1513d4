import { createHmac, createSecretKey } from 'node:crypto';
import type { Pool, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type CacheUse, sumOfUses } from '../../../ledger/cache-use.ts';
import { prepared } from '../../../projector/prepared.ts';
import { type Count, leased } from './leased-limit.ts';
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
 * @param key the same for all replicas at all times, and nobody else's
 */
export function sharedLimits(pool: Pool, key: Buffer, logger: Logger): SharedLimits {
  const db = leftAloneWhenAway(pool, logger);
  const secret = createSecretKey(key);
  const nameOf = (name: string, caller: string) =>
    createHmac('sha256', secret).update(`rate-limit/${name}/${caller}`).digest('base64url');
  const uses: (() => CacheUse)[] = [];
  const make: MakeRateLimit = (name, points, duration) => {
    const here = new RateLimiterMemory({ keyPrefix: name, points, duration });
    const count = countIn(db, points, duration);
    const takeShared = leased((caller, requests) => count(nameOf(name, caller), requests), points);
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

type Taken = { readonly points: number; readonly milliseconds: string };

/** Counts in windows of so many seconds, which begin with the first request. */
function countIn(db: Asked, limit: number, seconds: number): Count {
  return async (caller, requests) => {
    const { rows } = await db.query(TAKE, [caller, requests, seconds * 1_000]);
    const [taken] = rows;
    if (!taken) throw new Error('what was counted was not returned');
    const { points, milliseconds } = taken;
    const counted = new RateLimiterRes(Math.max(0, limit - points), Number(milliseconds), points);
    return points > limit ? Promise.reject(counted) : counted;
  };
}

/** By the clock of Postgres: that of a machine which is wrong would end the windows of others, or keep them for hours. */
const NOW = '(extract(epoch from now()) * 1000)::bigint';

// The keeper of the tables deletes what is over.
const TAKE = prepared(
  `insert into limits.taken as known (key, points, expire) values ($1, $2, ${NOW} + $3::bigint)
   on conflict (key) do update set
     points = case when known.expire > ${NOW} then known.points + excluded.points else excluded.points end,
     expire = case when known.expire > ${NOW} then known.expire else excluded.expire end
   returning points, expire - ${NOW} as milliseconds`,
);

type Asked = { query(text: string, values: unknown[]): Promise<QueryResult<Taken>> };

/** While Postgres is away, one request a second finds out; the others are not held up by it. */
function leftAloneWhenAway(pool: Pool, logger: Logger): Asked {
  let notBefore = 0;
  let isAway = false;
  return {
    async query(text, values) {
      if (performance.now() < notBefore) throw new Error('Postgres did not count a moment ago');
      try {
        const result = await pool.query<Taken>(text, values);
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
