import pg from 'pg';
import type { Logger } from 'pino';
import { comparePositions, formatPosition, type LedgerPosition } from '../contracts/ledger-position.ts';
import type { EventStore } from '../ledger/event-store.ts';
import { batches } from './batches.ts';
import { beginIn, inTransaction, LIVE_SCHEMA, rollback } from './database.ts';
import { ProjectionFault } from './faults.ts';
import { type Checkpoint, raiseEpoch } from './progress/checkpoint.ts';
import { compareTables, type TableComparison } from './progress/compare-tables.ts';
import { ensureSchema, lockSchemas, SCHEMA_VERSION, versionOf } from './progress/schema.ts';
import { writeBatch } from './progress/write-batch.ts';
import { type RecordedEvent, recorded } from './read-models/read-model.ts';

export type RebuildReport = {
  /** True when the new read models are the live ones now. */
  readonly swapped: boolean;
  readonly events: number;
  readonly position: LedgerPosition | undefined;
  /** Live against rebuilt, at the same position; empty when the live ones are of another version. */
  readonly tables: readonly TableComparison[];
};

export type RebuildOptions = {
  readonly store: EventStore;
  readonly pool: pg.Pool;
  readonly logger: Logger;
  readonly signal?: AbortSignal;
  /** False: read models that come out different stay beside the live ones, for someone to look at. */
  readonly acceptDifferences: boolean;
};

/** Where the new read models grow, and where the old ones go for the moment until they are dropped. */
export const REBUILD_SCHEMA = `${LIVE_SCHEMA}_rebuild`;
const PREVIOUS_SCHEMA = `${LIVE_SCHEMA}_previous`;

const MAX_EVENTS = 4_000;
/** Milliseconds without an event although there must be more. */
const PATIENCE = 30_000;

/**
 * Builds all read models anew from the start of the ledger, beside the live ones; when they have come as far,
 * compares the two and puts the new ones in the place of the old in one transaction. Readers notice nothing; the
 * running projector waits for the comparison and goes on with the new ones.
 * @throws Error when another rebuild is under way or the ledger stops answering; the live ones are then untouched
 */
export async function rebuildReadModels(options: RebuildOptions): Promise<RebuildReport> {
  const { pool, logger } = options;
  const control = await pool.connect();
  const leave = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, leave.signal]) : leave.signal;
  try {
    await takeTurn(control);
    await control.query(`drop schema if exists ${pg.escapeIdentifier(REBUILD_SCHEMA)} cascade`);
    await ensureSchema(pool, LIVE_SCHEMA);
    await ensureSchema(pool, REBUILD_SCHEMA);
    const builder = new Builder(options, await startingPoint(pool), signal);
    try {
      // Once without holding up anyone, then the little that has come meanwhile with the live ones locked.
      await builder.advanceTo(await livePosition(control));
      const tables = await swap(control, builder, options.acceptDifferences);
      const swapped = tables.every(({ equal }) => equal) || options.acceptDifferences;
      logger.info({ swapped, events: builder.events, tables }, 'the read models are rebuilt');
      if (swapped) await control.query(`drop schema ${pg.escapeIdentifier(PREVIOUS_SCHEMA)} cascade`);
      return { swapped, events: builder.events, position: builder.checkpoint.position, tables };
    } finally {
      builder.release();
    }
  } finally {
    leave.abort();
    await control.query('select pg_advisory_unlock_all()').catch(() => undefined);
    // Closed, not given back: whatever went wrong, its lock ends with it.
    control.release(true);
  }
}

async function takeTurn(control: pg.ClientBase): Promise<void> {
  const { rows } = await control.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
    REBUILD_LOCK,
  ]);
  if (!rows[0]?.mine) throw new Error('another rebuild of the read models is under way');
}

/** Any constant that no other advisory lock of the program uses. */
const REBUILD_LOCK = 3_424_003;

function startingPoint(pool: pg.Pool): Promise<Checkpoint> {
  return inTransaction(pool, raiseEpoch, (client) => beginIn(client, REBUILD_SCHEMA));
}

/** With a lock on it when `control` is in a transaction that asks for one. */
async function livePosition(control: pg.ClientBase, lock = ''): Promise<LedgerPosition | undefined> {
  const { rows } = await control.query<{ commit: string | null; prepare: string | null }>(
    `select commit, prepare from ${LIVE_SCHEMA}.checkpoint ${lock}`,
  );
  const { commit, prepare } = rows[0] ?? {};
  return commit && prepare ? { commit: BigInt(commit), prepare: BigInt(prepare) } : undefined;
}

async function swap(
  control: pg.ClientBase,
  builder: Builder,
  acceptDifferences: boolean,
): Promise<TableComparison[]> {
  try {
    await beginIn(control, LIVE_SCHEMA);
    await lockSchemas(control);
    await builder.advanceTo(await livePosition(control, 'for update'));
    const isSameVersion = (await versionOf(control)) === SCHEMA_VERSION;
    const tables = isSameVersion ? await compareTables(control, LIVE_SCHEMA, REBUILD_SCHEMA) : [];
    if (acceptDifferences || tables.every(({ equal }) => equal)) {
      // A projector of this version goes on with the new ones under its epoch; one of another version is fenced.
      await control.query(
        `update ${REBUILD_SCHEMA}.checkpoint set epoch = $1 + (select epoch from ${LIVE_SCHEMA}.checkpoint)`,
        [isSameVersion ? 0 : 1],
      );
      await control.query(`delete from ${REBUILD_SCHEMA}.lead`);
      await control.query(`insert into ${REBUILD_SCHEMA}.lead select * from ${LIVE_SCHEMA}.lead`);
      // It may be waiting for this very row, and must not take it for the new one.
      await control.query(`update ${LIVE_SCHEMA}.checkpoint set epoch = -1`);
      await control.query(`drop schema if exists ${PREVIOUS_SCHEMA} cascade`);
      await control.query(`alter schema ${LIVE_SCHEMA} rename to ${PREVIOUS_SCHEMA}`);
      await control.query(`alter schema ${REBUILD_SCHEMA} rename to ${LIVE_SCHEMA}`);
    }
    await control.query('commit');
    return tables;
  } catch (error) {
    await rollback(control);
    throw error;
  }
}

/** Reads the ledger from its start and stops exactly where it is told to. */
class Builder {
  readonly #pool: pg.Pool;
  readonly #events: AsyncGenerator<RecordedEvent[]>;
  #client: pg.PoolClient | undefined;
  #pending: RecordedEvent[] = [];
  checkpoint: Checkpoint;
  events = 0;

  constructor({ store, pool }: RebuildOptions, from: Checkpoint, signal: AbortSignal) {
    this.#pool = pool;
    this.checkpoint = from;
    this.#events = events(store, signal);
  }

  /** @param target the position of an event of the ledger, undefined for its start */
  async advanceTo(target: LedgerPosition | undefined): Promise<void> {
    if (!target) return;
    this.#client ??= await this.#pool.connect();
    while (!this.checkpoint.position || comparePositions(this.checkpoint.position, target) < 0) {
      if (this.#pending.length === 0) this.#pending = await this.#next();
      const due = this.#pending.filter(({ position }) => comparePositions(position, target) <= 0);
      if (due.length === 0) {
        throw new ProjectionFault(
          `the ledger has no event at ${formatPosition(target)}, where the read models are`,
        );
      }
      this.#pending = this.#pending.slice(due.length);
      this.checkpoint = await writeBatch(this.#client, REBUILD_SCHEMA, this.checkpoint, due);
      this.events += due.length;
    }
  }

  release(): void {
    this.#client?.release();
    this.#client = undefined;
  }

  async #next(): Promise<RecordedEvent[]> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('the ledger gives no more events')), PATIENCE);
    const next = await Promise.race([this.#events.next(), tooLate]).finally(() => clearTimeout(timer));
    if (next.done) throw new Error('the subscription ended');
    return next.value;
  }
}

async function* events(store: EventStore, signal: AbortSignal): AsyncGenerator<RecordedEvent[]> {
  const source = store.subscribe({ after: undefined, signal });
  for await (const batch of batches(source, { max: MAX_EVENTS, signal })) yield batch.map(recorded);
}
