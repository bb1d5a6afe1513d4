import { RateLimiterRes } from 'rate-limiter-flexible';
import type { CacheUse } from '../../../ledger/cache-use.ts';
import { MEMBER_BYTES } from '../../../ledger/rough-bytes.ts';

/** Counts so many requests of a caller for all replicas. Rejects with a RateLimiterRes when they are too many. */
export type Count = (caller: string, requests: number) => Promise<RateLimiterRes>;

/** Lets one request of a caller pass, or rejects as `Count` does. */
export type Leased = ((caller: string) => Promise<void>) & { readonly use: () => CacheUse };

/** Requests that were counted and have not come yet. */
type Lease = { left: number; readonly until: number };

/** Callers whose leases are remembered; one that is forgotten has been counted for nothing. */
const MOST_CALLERS = 20_000;

/** At the most this share of a limit is counted before it is used, so that a caller of many replicas loses no more at each. */
const SHARE = 60;
const LONGEST = 32;

/** How many requests of a limit are counted at once. */
export const leaseOf = (limit: number): number => Math.max(1, Math.min(LONGEST, Math.floor(limit / SHARE)));

/**
 * Counts the requests of a caller some at a time, and those that come at the same moment together, so that not each of
 * them is a question. What was counted and is not used is lost: never are more let in than the limit says, and by a
 * sixtieth fewer at each replica that the caller asks.
 * @param limit requests in a window of time
 */
export function leased(count: Count, limit: number): Leased {
  const leases = new Map<string, Lease>();
  const lines = new Map<string, { waiting: number; counted: Promise<void> }>();
  const lease = leaseOf(limit);

  const keep = (caller: string, left: number, milliseconds: number) => {
    leases.delete(caller);
    leases.set(caller, { left, until: performance.now() + milliseconds });
    const [oldest] = leases.keys();
    if (leases.size > MOST_CALLERS && oldest !== undefined) leases.delete(oldest);
  };
  const countMore = async (caller: string, requests: number): Promise<void> => {
    try {
      const { msBeforeNext } = await count(caller, requests);
      keep(caller, requests, msBeforeNext);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const room = limit - (refused.consumedPoints - requests);
      if (room <= 0) throw refused;
      // Less than was asked for, and more than nothing.
      keep(caller, Math.min(room, requests), refused.msBeforeNext);
    }
  };
  const next = (caller: string) => {
    const line = { waiting: 0, counted: Promise.resolve() };
    // One turn later, when all who came at this moment stand in the line.
    line.counted = Promise.resolve()
      .then(() => countMore(caller, Math.max(lease, line.waiting)))
      .finally(() => lines.delete(caller));
    lines.set(caller, line);
    return line;
  };

  const use = () => ({
    entries: leases.size,
    bytes: leases.size * MEMBER_BYTES,
    mostBytes: MOST_CALLERS * MEMBER_BYTES,
  });
  const take = async (caller: string) => {
    for (;;) {
      const held = leases.get(caller);
      if (held && held.left > 0 && held.until > performance.now()) {
        held.left -= 1;
        return;
      }
      const line = lines.get(caller) ?? next(caller);
      line.waiting += 1;
      await line.counted;
    }
  };
  return Object.assign(take, { use });
}
