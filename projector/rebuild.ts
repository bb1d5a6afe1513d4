import pg from 'pg';
import type { Logger } from 'pino';
import { comparePositions, formatPosition, type LedgerPosition } from '../contracts/ledger-position.ts';
import type { EventStore } from '../ledger/event-store.ts';
import { AnotherLedger, assertSameLedger } from '../ledger/following/same-ledger.ts';
import { batches } from './batches.ts';
import { boundSession } from './bounded.ts';
import { beginIn, inTransaction, LIVE_SCHEMA, type PoolOptions, rollback } from './database.ts';
import { ProjectionFault } from './faults.ts';
import { type Checkpoint, markOf, raiseEpoch, readCheckpoint } from './progress/checkpoint.ts';
import { compareTables, type TableComparison } from './progress/compare-tables.ts';
import { addLateIndexes } from './progress/late-indexes.ts';
import { ensureSchema, lateIndexes, lockSchemas, SCHEMA_VERSION } from './progress/schema.ts';
import { schemaId } from './progress/schema-id.ts';
import { writeBatch } from './progress/write-batch.ts';
import { type RecordedEvent, recorded } from './read-models/read-model.ts';
import { answerWithin, timeToAnswer } from './time-to-answer.ts';

export type RebuildReport = {
  /** True when the new read models are the live ones now. */
  readonly swapped: boolean;
  /** That this run has read of the ledger; one that goes on where another was killed reads fewer. */
  readonly events: number;
  readonly position: LedgerPosition | undefined;
  /** Live against rebuilt, at the same position. */
  readonly tables: readonly TableComparison[];
};

export type RebuildOptions = {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
  /** False: read models that come out different stay beside the live ones, for someone to look at. */
  readonly acceptDifferences: boolean;
  readonly bounds?: Partial<RebuildBounds>;
};

/** Milliseconds that Postgres has at the most, should it stand still, too; what is cut off is gone on with the next time. */
export type RebuildBounds = {
  /** For a statement that waits for a lock: who holds the live ones, and for how long, is not ours to say. */
  readonly lock: number;
  /** For a statement of the rebuild's own, or for one batch. */
  readonly work: number;
  /** For the comparison of all tables. */
  readonly compare: number;
  /** For the moment of the swap, in which nobody else writes. */
  readonly swap: number;
};

const BOUNDS: RebuildBounds = { lock: 10_000, work: 120_000, compare: 3_600_000, swap: 60_000 };

/** Of its connections. */
const NAME = 'evo-rewards rebuild';

/** For the pool of a rebuild. */
export const REBUILD_POOL: PoolOptions = {
  applicationName: NAME,
  maxConnections: 4,
  statementTimeout: BOUNDS.compare,
  lockTimeout: BOUNDS.lock,
};

/** Where the new read models grow. */
export const REBUILD_SCHEMA = `${LIVE_SCHEMA}_rebuild`;
/** What the names of those begin with whose place was taken, until nobody reads them any more and they are dropped. */
const PREVIOUS_SCHEMA = `${LIVE_SCHEMA}_previous`;

const MAX_EVENTS = 4_000;
/** Milliseconds without an event although there must be more. */
const PATIENCE = 30_000;
/** Milliseconds for giving back the turn. */
const GOODBYE = 1_000;
/** Milliseconds between two words on how far it is. */
const TELL_EVERY = 5_000;

/**
 * Builds all read models of this release anew from the start of the ledger, beside the live ones; compares the two at
 * one position, in a snapshot that holds nobody up; and puts the new ones in the place of the old in one transaction
 * that reads only what has come meanwhile. Readers notice nothing; the running projector goes on with the new ones.
 * What was killed goes on where it was. A release whose projections differ needs none of this: its projector builds a
 * schema of its own.
 * @throws Error when another rebuild is under way, the ledger stops answering or is another one than the live ones were
 * made from; the live ones are then untouched
 */
export async function rebuildReadModels(options: RebuildOptions): Promise<RebuildReport> {
  const { pool, store, logger } = options;
  const bounds = { ...BOUNDS, ...options.bounds };
  const short = <Result>(work: () => Promise<Result>) => answerWithin(bounds.work, work);
  const control = await pool.connect();
  const leave = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, leave.signal]) : leave.signal;
  try {
    await short(() => takeTurn(control, bounds));
    const version = await short(() => ensureSchema(pool, LIVE_SCHEMA));
    if (version !== SCHEMA_VERSION) throw new OtherCode(LIVE_SCHEMA);
    // Whoever accepts differences accepts none to another ledger.
    await short(() => assertLedgerOf(pool, store, LIVE_SCHEMA));
    await short(() => prepareRebuild(control, pool, store));
    const builder = new Builder(options, bounds, await short(() => startingPoint(pool)), signal);
    try {
      const tables = await compareAtOnePosition(pool, builder, bounds);
      const isAccepted = options.acceptDifferences || tables.every(({ equal }) => equal);
      if (isAccepted) {
        await answerWithin(bounds.compare, () => builder.complete());
        // Once more without holding up anyone; the rest with the live ones locked.
        await builder.advanceTo(await short(() => livePosition(control)));
        await answerWithin(bounds.swap, () => swap(control, builder, bounds));
        await short(() => dropPrevious(control, bounds, logger)).catch((error: unknown) =>
          logger.warn({ err: error }, 'the old read models are dropped later'),
        );
      } else {
        // For someone to look at; the next rebuild begins anew.
        await short(() => control.query(`update ${REBUILD_SCHEMA}.checkpoint set version = 'different'`));
      }
      logger.info({ swapped: isAccepted, events: builder.events, tables }, 'the read models are rebuilt');
      return { swapped: isAccepted, events: builder.events, position: builder.checkpoint.position, tables };
    } finally {
      builder.release();
    }
  } finally {
    leave.abort();
    // The next rebuild may begin at once. Where this is not answered, the lock ends with the connection.
    await answerWithin(GOODBYE, () => control.query('select pg_advisory_unlock_all()')).catch(
      (error: unknown) =>
        logger.warn({ err: error }, 'the turn of a rebuild is given back with its connection'),
    );
    // Closed, not given back: what it was asked last may never be answered.
    control.release(true);
  }
}

/** The tables were made by other SQL than this program's under the same numbers of versions. */
export class OtherCode extends Error {
  constructor(schema: string) {
    super(
      `the read models in ${schema} were made by other code under the same numbers: raise them (npm run read-models), ` +
        `or drop the schema if they may be built anew (drop schema ${schema} cascade)`,
    );
    this.name = 'OtherCode';
  }
}

async function takeTurn(control: pg.ClientBase, { lock, work, swap }: RebuildBounds): Promise<void> {
  // The turn is kept for as long as the connection is, which does nothing while the ledger is read.
  await boundSession(control, NAME, { statement: work, lock, idleInTransaction: swap });
  const { rows } = await control.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    REBUILD_LOCK,
  ]);
  if (!rows[0]?.mine) throw new Error('another rebuild of the read models is under way');
}

/** Any constant that no other advisory lock of the program uses. */
const REBUILD_LOCK = 3_424_003;

/**
 * What an interrupted rebuild of the same code has left is gone on with, unless the live ones are behind it, or it was of
 * another ledger.
 */
async function prepareRebuild(control: pg.ClientBase, pool: pg.Pool, store: EventStore): Promise<void> {
  const version = await ensureSchema(pool, REBUILD_SCHEMA, 'later');
  const { rows } = await control.query<{ ahead: boolean }>(
    `select coalesce((mine.commit, mine.prepare) > (coalesce(live.commit, -1), coalesce(live.prepare, -1)), false)
       as ahead from ${REBUILD_SCHEMA}.checkpoint as mine, ${LIVE_SCHEMA}.checkpoint as live`,
  );
  const isBehind = version === SCHEMA_VERSION && rows[0]?.ahead === false;
  if (isBehind && (await isOfThisLedger(pool, store))) return;
  await control.query(`drop schema ${REBUILD_SCHEMA} cascade`);
  await ensureSchema(pool, REBUILD_SCHEMA, 'later');
}

async function isOfThisLedger(pool: pg.Pool, store: EventStore): Promise<boolean> {
  try {
    await assertLedgerOf(pool, store, REBUILD_SCHEMA);
    return true;
  } catch (error) {
    if (error instanceof AnotherLedger) return false;
    throw error;
  }
}

/** @throws AnotherLedger when the event store is not the one that the read models of the schema were made from */
async function assertLedgerOf(pool: pg.Pool, store: EventStore, schema: string): Promise<void> {
  const checkpoint = await inTransaction(pool, readCheckpoint, (client) => beginIn(client, schema));
  const mark = checkpoint && markOf(checkpoint);
  if (mark) await assertSameLedger(store, mark);
}

function startingPoint(pool: pg.Pool): Promise<Checkpoint> {
  return inTransaction(pool, raiseEpoch, (client) => beginIn(client, REBUILD_SCHEMA));
}

/** With a lock on it when `db` is in a transaction that asks for one. */
async function livePosition(db: pg.ClientBase, lock = ''): Promise<LedgerPosition | undefined> {
  const { rows } = await db.query<{ commit: string | null; prepare: string | null }>(
    `select commit, prepare from ${LIVE_SCHEMA}.checkpoint ${lock}`,
  );
  const { commit, prepare } = rows[0] ?? {};
  return commit && prepare ? { commit: BigInt(commit), prepare: BigInt(prepare) } : undefined;
}

async function compareAtOnePosition(
  pool: pg.Pool,
  builder: Builder,
  { lock, work, compare }: RebuildBounds,
): Promise<TableComparison[]> {
  const snapshot = await pool.connect();
  try {
    const position = await answerWithin(work, async () => {
      // It is there for as long as the ledger takes to be read, whatever the database allows others.
      await boundSession(snapshot, NAME, { statement: compare, lock, idleInTransaction: 0 });
      await snapshot.query('begin isolation level repeatable read read only');
      return livePosition(snapshot);
    });
    await builder.advanceTo(position);
    return await answerWithin(compare, () =>
      compareTables({ db: snapshot, schema: LIVE_SCHEMA }, { db: pool, schema: REBUILD_SCHEMA }),
    );
  } finally {
    snapshot.release(true);
  }
}

async function swap(control: pg.ClientBase, builder: Builder, { lock, swap }: RebuildBounds): Promise<void> {
  try {
    await control.query(
      `begin; set local lock_timeout to ${lock}; set local statement_timeout to ${swap};
       set local idle_in_transaction_session_timeout to ${swap}`,
    );
    await lockSchemas(control);
    await builder.advanceTo(await livePosition(control, 'for update'));
    // The projector goes on with the new ones under its epoch, and leads on.
    await control.query(
      `update ${REBUILD_SCHEMA}.checkpoint set epoch = (select epoch from ${LIVE_SCHEMA}.checkpoint)`,
    );
    await control.query(`delete from ${REBUILD_SCHEMA}.lead`);
    await control.query(`insert into ${REBUILD_SCHEMA}.lead select * from ${LIVE_SCHEMA}.lead`);
    // It may be waiting for this very row, and must not take it for the new one.
    await control.query(`update ${LIVE_SCHEMA}.checkpoint set epoch = -1`);
    await control.query(`alter schema ${LIVE_SCHEMA} rename to ${await previousName(control)}`);
    await control.query(`alter schema ${REBUILD_SCHEMA} rename to ${LIVE_SCHEMA}`);
    await control.query('commit');
  } catch (error) {
    await rollback(control);
    throw error;
  }
}

/** No other schema's: who reads those of an earlier rebuild keeps them from being dropped. */
async function previousName(control: pg.ClientBase): Promise<string> {
  return `${PREVIOUS_SCHEMA}_${await schemaId(control, LIVE_SCHEMA)}`;
}

/**
 * Behind the swap, which stays done: those that somebody still reads, an export for one, are left to the next rebuild, or
 * to whoever drops what is not used.
 */
async function dropPrevious(
  control: pg.ClientBase,
  { lock }: RebuildBounds,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const { rows } = await control.query<{ schema: string }>(
    'select nspname::text as schema from pg_namespace where starts_with(nspname, $1)',
    [PREVIOUS_SCHEMA],
  );
  for (const { schema } of rows) {
    await control
      .query(`set lock_timeout to ${lock}; drop schema ${pg.escapeIdentifier(schema)} cascade`)
      .catch((error: unknown) => logger.warn({ err: error, schema }, 'old read models are dropped later'));
  }
}

/** Reads the ledger on from where the rebuilt ones are, and stops exactly where it is told to. */
class Builder {
  readonly #pool: pg.Pool;
  readonly #logger: Logger;
  readonly #events: AsyncGenerator<RecordedEvent[]>;
  readonly #bounds: RebuildBounds;
  #client: pg.PoolClient | undefined;
  #pending: RecordedEvent[] = [];
  #toldAt = performance.now();
  checkpoint: Checkpoint;
  events = 0;

  constructor(
    { store, pool, logger }: RebuildOptions,
    bounds: RebuildBounds,
    from: Checkpoint,
    signal: AbortSignal,
  ) {
    this.#pool = pool;
    this.#bounds = bounds;
    this.#logger = logger;
    this.checkpoint = from;
    this.#events = events(store, from.position, signal);
  }

  /** @param target the position of an event of the ledger, undefined for its start */
  async advanceTo(target: LedgerPosition | undefined): Promise<void> {
    if (!target) return;
    const client = await this.#connection();
    while (!this.checkpoint.position || comparePositions(this.checkpoint.position, target) < 0) {
      if (this.#pending.length === 0) this.#pending = await this.#next();
      const due = this.#pending.filter(({ position }) => comparePositions(position, target) <= 0);
      if (due.length === 0) {
        throw new ProjectionFault(
          `the ledger has no event at ${formatPosition(target)}, where the read models are`,
        );
      }
      this.#pending = this.#pending.slice(due.length);
      this.checkpoint = await answerWithin(Math.min(this.#bounds.work, timeToAnswer()), () =>
        writeBatch(client, REBUILD_SCHEMA, this.checkpoint, due),
      );
      this.events += due.length;
      this.#tell(target);
    }
  }

  /** Makes what readers want and the reading of the ledger did not. */
  async complete(): Promise<void> {
    await addLateIndexes(await this.#connection(), REBUILD_SCHEMA, lateIndexes);
  }

  release(): void {
    // It has bounds of its own, and goes to nobody else.
    this.#client?.release(true);
    this.#client = undefined;
  }

  async #connection(): Promise<pg.PoolClient> {
    if (this.#client) return this.#client;
    const { lock, work } = this.#bounds;
    const client = await this.#pool.connect();
    this.#client = client;
    const bounds = { statement: work, lock, idleInTransaction: work };
    await answerWithin(work, () => boundSession(client, NAME, bounds));
    return client;
  }

  #tell(target: LedgerPosition): void {
    const { position } = this.checkpoint;
    if (!position || performance.now() - this.#toldAt < TELL_EVERY) return;
    this.#toldAt = performance.now();
    const percent = Math.floor((Number(position.commit) / Number(target.commit)) * 100);
    this.#logger.info({ percent, events: this.events, position: formatPosition(position) }, 'rebuilding');
  }

  async #next(): Promise<RecordedEvent[]> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('the ledger gives no more events')), PATIENCE);
    const next = await Promise.race([this.#events.next(), tooLate]).finally(() => clearTimeout(timer));
    if (next.done) throw new Error('the subscription ended');
    return next.value;
  }
}

async function* events(
  store: EventStore,
  after: LedgerPosition | undefined,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent[]> {
  const source = store.subscribe({ after, signal });
  for await (const batch of batches(source, { max: MAX_EVENTS, signal })) yield batch.map(recorded);
}
