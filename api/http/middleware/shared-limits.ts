import { createHmac, createSecretKey } from 'node:crypto';
import type { Pool, QueryResult } from 'pg';
import type { Logger } from 'pino';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type CacheUse, sumOfUses } from '../../../ledger/cache-use.ts';
import { gather } from '../../../projector/gather.ts';
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
 * @param key the same for all replicas at all times, and nobody else's
 */
export function sharedLimits(pool: Pool, key: Buffer, logger: Logger): SharedLimits {
  const db = leftAloneWhenAway(pool, logger);
  const taking = gather((takings: readonly Taking[]) => takeAll(db, takings));
  const secret = createSecretKey(key);
  const nameOf = (name: string, caller: string) =>
    createHmac('sha256', secret).update(`rate-limit/${name}/${caller}`).digest('base64url');
  const uses: (() => CacheUse)[] = [];
  const make: MakeRateLimit = (name, points, duration) => {
    const here = new RateLimiterMemory({ keyPrefix: name, points, duration });
    const takeShared = leased(async (caller, requests) => {
      const taken = await taking({ key: nameOf(name, caller), requests, milliseconds: duration * 1_000 });
      const left = Math.max(0, points - taken.points);
      const counted = new RateLimiterRes(left, Number(taken.milliseconds), taken.points);
      return taken.points > points ? Promise.reject(counted) : counted;
    }, points);
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

/** Requests of one caller under one limit. @param milliseconds of the window that begins with the first of them */
type Taking = { readonly key: string; readonly requests: number; readonly milliseconds: number };

/** What was taken in the window under way, and the time that it has left. */
type Taken = { readonly points: number; readonly milliseconds: string };

/** Of several that take under one key at once, each is told of all of them. */
async function takeAll(db: Asked, takings: readonly Taking[]): Promise<Taken[]> {
  const byKey = new Map<string, Taking>();
  for (const taking of takings) {
    const { requests = 0 } = byKey.get(taking.key) ?? {};
    byKey.set(taking.key, { ...taking, requests: requests + taking.requests });
  }
  // In one order everywhere: two statements that count under the same keys do not wait for each other.
  const rows = [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const { rows: known } = await db.query(TAKE, [
    rows.map(({ key }) => key),
    rows.map(({ requests }) => requests),
    rows.map(({ milliseconds }) => milliseconds),
  ]);
  const taken = new Map(known.map((row) => [row.key, row]));
  return takings.map(({ key }) => {
    const found = taken.get(key);
    if (!found) throw new Error('what was counted was not returned');
    return found;
  });
}

/** By the clock of Postgres: that of a machine which is wrong would end the windows of others, or keep them for hours. */
const NOW = '(extract(epoch from now()) * 1000)::bigint';

/** Milliseconds that what is asked at two replicas, and waits for each other, may be apart. */
const APART_MS = 60_000;

/**
 * Whether the window of a caller is still that one. None ends later than one that begins now: where it does, the clock has
 * been put back since, and would keep who was counted then waiting until it gets there again.
 */
const IS_UNDER_WAY = `known.expire > ${NOW} and known.expire <= excluded.expire + ${APART_MS}`;

// The keeper of the tables deletes what is over.
const TAKE = prepared(
  `insert into limits.taken as known (key, points, expire)
   select key, points, ${NOW} + milliseconds
   from unnest($1::text[], $2::integer[], $3::bigint[]) as counted (key, points, milliseconds)
   on conflict (key) do update set
     points = case when ${IS_UNDER_WAY} then known.points + excluded.points else excluded.points end,
     expire = case when ${IS_UNDER_WAY} then known.expire else excluded.expire end
   returning key, points, expire - ${NOW} as milliseconds`,
);

type Asked = {
  query(text: string, values: unknown[]): Promise<QueryResult<Taken & { readonly key: string }>>;
};

/** While Postgres is away, one request a second finds out; the others are not held up by it. */
function leftAloneWhenAway(pool: Pool, logger: Logger): Asked {
  let notBefore = 0;
  let isAway = false;
  return {
    async query(text, values) {
      if (performance.now() < notBefore) throw new Error('Postgres did not count a moment ago');
      try {
        const result = await pool.query<Taken & { readonly key: string }>(text, values);
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
