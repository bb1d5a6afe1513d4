import type pg from 'pg';
import type { EventStore } from '../ledger/event-store.ts';
import { assertSameLedger } from '../ledger/following/same-ledger.ts';
import type { Watchdog } from '../ledger/following/watchdog.ts';
import type { Tracing } from '../ledger/tracing.ts';
import { batches, type Pace } from './batches.ts';
import { BATCH_BOUNDS, beginBoundedIn, boundSession } from './bounded.ts';
import { inTransaction } from './database.ts';
import { Fenced } from './faults.ts';
import type { Lead } from './lead/take-lead.ts';
import { type Checkpoint, markOf, raiseEpoch, readCheckpoint } from './progress/checkpoint.ts';
import { addLateIndexes } from './progress/late-indexes.ts';
import { lateIndexes } from './progress/schema.ts';
import { writeBatch } from './progress/write-batch.ts';
import { recorded } from './read-models/read-model.ts';
import { answerWithin } from './time-to-answer.ts';
import { traceBatch } from './tracing/trace-batch.ts';

export type Session = {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly schema: string;
  readonly lead: Pick<Lead, 'lost' | 'connectionName'>;
  readonly from: Checkpoint;
  /** Events that are read at once, and of these those that one batch may have when it begins. */
  readonly mostEvents: number;
  readonly maxEvents: () => number;
  readonly watchdog: Watchdog;
  readonly tracing: Tracing;
  /** Ends the session after the batch under way. */
  readonly stopping: AbortSignal;
  /** The event store is there, and is the one that was followed until now. */
  readonly onOpened: () => void;
  /** An event has come and waits for its batch. */
  readonly onArrived: () => void;
  readonly onBatch: (checkpoint: Checkpoint, events: number, milliseconds: number) => void;
  /** All that there was is read, and an index is made that only readers want: of a large table for minutes. */
  readonly onIndex: () => void;
  /** Whether the read models held all that the ledger does, when someone looked. */
  readonly onLook: (isLevel: boolean) => void;
};

/** Few enough that a read model's news are never old, and that many commands share what a batch costs. */
const PACE: Pace = { every: 40, burst: 4 };

/** Milliseconds for one batch, should Postgres never answer; what it works on, it ends itself before that. */
const BATCH_LIMIT = 125_000;

/** Milliseconds that the batch under way gets when the projector is stopped. */
const STOP_PATIENCE = 5_000;

/** Makes the caller the one that writes, in place of who was before. */
export function claimCheckpoint(pool: pg.Pool, schema: string): Promise<Checkpoint> {
  return inTransaction(pool, raiseEpoch, (client) => beginBoundedIn(client, schema));
}

/**
 * Where to go on from.
 * @throws Fenced when another projector has taken over since the epoch was ours
 */
export async function ownCheckpoint(pool: pg.Pool, schema: string, epoch: bigint): Promise<Checkpoint> {
  const checkpoint = await inTransaction(pool, readCheckpoint, (client) => beginBoundedIn(client, schema));
  if (checkpoint?.epoch !== epoch) throw new Fenced();
  return checkpoint;
}

/**
 * Reads the ledger from the checkpoint on and writes batches until `stopping`; anything else that ends it is
 * thrown.
 */
export async function runSession(session: Session): Promise<void> {
  const { pool, store, schema, lead, watchdog, stopping, onOpened, onArrived, onBatch, onLook } = session;
  const { mostEvents, maxEvents, tracing, onIndex } = session;
  const broken = new AbortController();
  const signal = AbortSignal.any([stopping, broken.signal, lead.lost]);
  const client = await pool.connect();
  client.on('error', (error) => broken.abort(error));
  // Ends also a query that Postgres never answers.
  const disconnect = once(() => client.release(true));
  broken.signal.addEventListener('abort', disconnect, { once: true });
  lead.lost.addEventListener('abort', disconnect, { once: true });
  const onStop = () => setTimeout(disconnect, STOP_PATIENCE).unref();
  stopping.addEventListener('abort', onStop, { once: true });

  let checkpoint = session.from;
  let caughtUp = false;
  let level = false;
  let isWriting = false;
  let isOpened = false;
  let looks = 0;
  let isAskedAgain = false;
  /** What is done on the connection, one thing after the other. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = turn.then(async () => {
      isWriting = true;
      return work();
    });
    turn = mine
      .catch(() => undefined)
      .then(() => {
        isWriting = false;
      });
    return mine;
  };
  let isComplete: boolean | undefined;
  const onEach = () => {
    watchdog.rested();
    if (!signal.aborted) onIndex();
  };
  /** Makes what readers want and reading a long ledger did not. */
  const complete = async () => {
    isComplete = false;
    try {
      await inTurn(() => addLateIndexes(client, schema, lateIndexes, onEach));
      watchdog.rested();
      isComplete = true;
      // The ledger may have gone on meanwhile.
      lookSoon();
    } catch (error) {
      broken.abort(error);
    }
  };
  const look = async () => {
    looks += 1;
    const found = await watchdog.look(() => checkpoint.position);
    looks -= 1;
    if (signal.aborted) return;
    if (found === 'level' && isComplete === undefined) void complete();
    const isLevel = found === 'level' && isComplete === true;
    level ||= isLevel;
    onLook(isLevel);
    // The next session compares the two and says what is wrong; one that still does so waits for a moment.
    if (found === 'shorter' && isOpened) broken.abort(new Error('the ledger is shorter than it was'));
    // What is being written has arrived: then Postgres takes its time, for which there are other bounds.
    if (found === 'stalled' && !isWriting) {
      broken.abort(new Error('the ledger goes on but nothing of it arrives'));
    }
    if (!isAskedAgain || looks > 0) return;
    isAskedAgain = false;
    void look();
  };
  /** Once more when what is under way has its answer: batches come faster than a busy event store says where it ends. */
  const lookSoon = () => {
    if (looks > 0) isAskedAgain = true;
    else void look();
  };
  const endLooks = watchdog.watch(look);
  try {
    await boundSession(client, lead.connectionName, BATCH_BOUNDS);
    const mark = markOf(checkpoint);
    if (mark) await assertSameLedger(store, mark);
    isOpened = true;
    onOpened();
    watchdog.began();
    const onCaughtUp = () => {
      caughtUp = true;
      lookSoon();
    };
    const events = told(store.subscribe({ after: checkpoint.position, signal, onCaughtUp }), onArrived);
    for await (const arrived of batches(events, { max: mostEvents, signal, pace: PACE })) {
      for (let written = 0; written < arrived.length && !signal.aborted; ) {
        const batch = arrived.slice(written, written + maxEvents());
        const started = performance.now();
        const write = () => writeBatch(client, schema, checkpoint, batch.map(recorded));
        checkpoint = await inTurn(() => answerWithin(BATCH_LIMIT, write));
        written += batch.length;
        if (checkpoint.position) watchdog.progressed(checkpoint.position);
        const took = performance.now() - started;
        onBatch(checkpoint, batch.length, took);
        traceBatch(tracing, batch, took);
      }
      if (caughtUp && !level) lookSoon();
    }
    if (stopping.aborted) return;
    throw reasonToEnd(broken.signal, lead.lost) ?? new Error('the subscription ended');
  } catch (error) {
    // A query on the connection that was just cut says less than why it was cut.
    throw reasonToEnd(broken.signal, lead.lost) ?? error;
  } finally {
    endLooks();
    stopping.removeEventListener('abort', onStop);
    lead.lost.removeEventListener('abort', disconnect);
    broken.abort();
  }
}

function reasonToEnd(...signals: readonly AbortSignal[]): unknown {
  return signals.find(({ aborted }) => aborted)?.reason;
}

async function* told<Item>(source: AsyncIterable<Item>, onItem: () => void): AsyncGenerator<Item> {
  for await (const item of source) {
    onItem();
    yield item;
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}
