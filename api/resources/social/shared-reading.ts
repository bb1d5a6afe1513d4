import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ShownPlatform } from '../../../contracts/api/socials.ts';
import type { Database } from '../../../projector/database.ts';
import type { Clock } from '../../http/clock.ts';
import { type AccountReading, accountReading } from '../../integrations/social/account-reading.ts';
import { LONGEST_LIMIT_MS, retryDelay } from './retry-delay.ts';
import { SingleFlight } from './single-flight.ts';
import { spendAs } from './spender.ts';

/** The last good answer of a platform. */
export type Kept = {
  readonly reading: AccountReading | null;
  /** When the platform said it; null before it ever did. */
  readonly asOf: Date | null;
  /** Whether it is older than it should be. */
  readonly stale: boolean;
};

export type SharedReading = {
  current(): Promise<Kept>;
  /** Gives up a read that nobody waits for, and waits until it has ended. */
  stop(): Promise<void>;
};

type Parts = {
  readonly db: Database;
  readonly platform: ShownPlatform;
  /** Milliseconds for which an answer is good. */
  readonly refreshMs: number;
  readonly clock: Clock;
  /** @throws PlatformUnavailable, PlatformLimited, PlatformRefused */
  readonly read: (signal: AbortSignal) => Promise<AccountReading>;
  /** Told of each good answer as soon as it is kept; waited for no longer than for the answer itself. */
  readonly onRead?: (reading: AccountReading) => Promise<void>;
  readonly onFailure?: (error: unknown) => void;
  /** Milliseconds that a page waits at the most. */
  readonly patience?: number;
};

/** A page is not kept waiting longer than this for a platform that is slow. Milliseconds. */
const PATIENCE_MS = 2_000;
/** How long a replica may read before another one tries its luck. Milliseconds. */
const LEASE_MS = 3_000;
/** How often it is looked whether another replica has read the very first answer. Milliseconds. */
const LOOK_MS = 100;
/** For how long a replica believes what it found in Postgres, where another one may write. Milliseconds. */
const BELIEF_MS = 2_000;
/** No time that is kept lies further ahead: where one does, the clock was put back since. Milliseconds. */
const AHEAD_MS = LONGEST_LIMIT_MS;

const NOTHING: Row = { reading: null, asOf: null, failures: 0, freshUntil: Number.NEGATIVE_INFINITY };

/**
 * Keeps what `read` gives for `refreshMs`, for all replicas: one of them reads. While the platform cannot be asked, the
 * last answer stays, over a restart too. A failed read is tried again later and later, so that a platform that is away
 * costs no more calls than one that answers, and nobody waits for it. A read that may well succeed is waited for, two
 * seconds at the most.
 */
export function createSharedReading(parts: Parts): SharedReading {
  const { db, platform, refreshMs, clock, read, onRead, onFailure, patience = PATIENCE_MS } = parts;
  let row = NOTHING;
  let believedUntil = Number.NEGATIVE_INFINITY;
  const flights = new SingleFlight<void>();
  const stopping = new AbortController();
  const unawaited = new Set<Promise<void>>();

  async function look(): Promise<void> {
    let found = await find(db, platform, clock());
    if (!found || found.freshUntil <= clock()) {
      const lease = await takeLease(db, platform, clock());
      const failures = found?.failures ?? 0;
      if (lease !== undefined && failures === 0) await keepRead(lease, failures);
      if (lease !== undefined && failures > 0) keepReadLater(lease, failures);
      found = await find(db, platform, clock());
    }
    for (let waited = 0; isFirst(found, clock()) && waited < patience; waited += LOOK_MS) {
      await sleep(LOOK_MS);
      found = await find(db, platform, clock());
    }
    row = found ?? NOTHING;
    believedUntil = Math.min(row.freshUntil, clock() + BELIEF_MS);
  }

  function keepReadLater(lease: string, failures: number): void {
    const work = keepRead(lease, failures)
      .catch((error: unknown) => onFailure?.(error))
      .finally(() => unawaited.delete(work));
    unawaited.add(work);
  }

  async function keepRead(lease: string, failures: number): Promise<void> {
    const end = AbortSignal.timeout(patience);
    const asOf = new Date(clock());
    let reading: AccountReading;
    try {
      reading = await spendAs({ purpose: 'posts' }, () => read(AbortSignal.any([end, stopping.signal])));
    } catch (error) {
      // The lease ends by itself, and another replica reads.
      if (stopping.signal.aborted) return;
      onFailure?.(error);
      const delay = retryDelay(error, failures + 1, refreshMs, clock());
      await db.query(FAILED, [platform, lease, new Date(clock() + delay), new Date(0)]);
      return;
    }
    const until = new Date(asOf.getTime() + refreshMs);
    await db.query(READ, [platform, lease, until, new Date(0), JSON.stringify(reading), asOf]);
    await Promise.race([onRead?.(reading), aborted(end)]);
  }

  return {
    async current() {
      const now = clock();
      const isBelieved = now < believedUntil && now >= believedUntil - BELIEF_MS;
      if (!isBelieved) await flights.run(platform, look);
      return { reading: row.reading, asOf: row.asOf, stale: isStale(row, refreshMs, clock()) };
    },
    async stop() {
      stopping.abort();
      await Promise.all(unawaited);
    },
  };
}

type Row = {
  readonly reading: AccountReading | null;
  readonly asOf: Date | null;
  readonly failures: number;
  /** Milliseconds since the epoch. */
  readonly freshUntil: number;
};

/** Whether another replica is reading what may well be the very first answer. */
function isFirst(row: Row | undefined, now: number): boolean {
  return row?.reading === null && row.failures === 0 && row.freshUntil <= now;
}

/** While a replica reads, the last answer is a little older than it should be, and nobody need be told. */
function isStale({ asOf, failures }: Row, refreshMs: number, now: number): boolean {
  if (asOf === null) return failures > 0;
  const late = now - asOf.getTime() - refreshMs;
  return late >= (failures > 0 ? 0 : LEASE_MS);
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The name of the lease where this replica is to read now. */
async function takeLease(db: Database, platform: ShownPlatform, now: number): Promise<string | undefined> {
  const reader = randomUUID();
  const { rowCount } = await db.query(LEASE, [
    platform,
    reader,
    new Date(now),
    new Date(now + LEASE_MS),
    new Date(0),
    new Date(now + AHEAD_MS),
  ]);
  return rowCount === 1 ? reader : undefined;
}

async function find(db: Database, platform: ShownPlatform, now: number): Promise<Row | undefined> {
  const { rows } = await db.query<SqlRow>(FIND, [platform]);
  const found = rows[0];
  if (!found) return undefined;
  // Another release may keep another form of it: then there is nothing until it is read again.
  const known = found.reading === null ? undefined : accountReading.safeParse(found.reading).data;
  const freshUntil = found.fresh_until.getTime();
  return {
    reading: known ?? null,
    asOf: known ? found.as_of : null,
    failures: found.failures,
    freshUntil: freshUntil > now + AHEAD_MS ? Number.NEGATIVE_INFINITY : freshUntil,
  };
}

type SqlRow = { reading: unknown; as_of: Date | null; failures: number; fresh_until: Date };

const FIND = 'select reading, as_of, failures, fresh_until from showcase.readings where platform = $1';

const LEASE = `
  insert into showcase.readings as kept (platform, reader, fresh_until, reading_until) values ($1, $2, $5, $4)
  on conflict (platform) do update set reader = $2, reading_until = $4
  where (kept.fresh_until <= $3 or kept.fresh_until > $6)
    and (kept.reading_until <= $3 or kept.reading_until > $6)`;

/** Who has lost the lease in the meantime keeps nothing: somebody asked later. */
const READ = `
  update showcase.readings
  set reading = $5::jsonb, as_of = $6, failures = 0, fresh_until = $3, reading_until = $4
  where platform = $1 and reader = $2`;

const FAILED = `
  update showcase.readings set failures = failures + 1, fresh_until = $3, reading_until = $4
  where platform = $1 and reader = $2`;
