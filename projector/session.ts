import type pg from 'pg';
import type { EventStore } from '../ledger/event-store.ts';
import type { Watchdog } from '../ledger/following/watchdog.ts';
import { batches } from './batches.ts';
import { beginIn, inTransaction } from './database.ts';
import { Fenced } from './faults.ts';
import { type Checkpoint, raiseEpoch, readCheckpoint } from './progress/checkpoint.ts';
import { writeBatch } from './progress/write-batch.ts';
import { recorded } from './read-models/read-model.ts';

export type Session = {
  readonly pool: pg.Pool;
  readonly store: EventStore;
  readonly schema: string;
  readonly from: Checkpoint;
  readonly maxEvents: number;
  readonly watchdog: Watchdog;
  /** Ends the session after the batch under way. */
  readonly stopping: AbortSignal;
  readonly onBatch: (checkpoint: Checkpoint, events: number, milliseconds: number) => void;
  /** The read models hold all that the ledger does. */
  readonly onLevel: () => void;
};

/** Milliseconds that the batch under way gets when the projector is stopped. */
const STOP_PATIENCE = 5_000;

/**
 * Where to go on from. The first time it makes this projector the one that writes; afterwards it checks that it
 * still is.
 * @param epoch ours, undefined the first time
 * @throws Fenced when another projector has taken over meanwhile
 */
export async function claimCheckpoint(
  pool: pg.Pool,
  schema: string,
  epoch: bigint | undefined,
): Promise<Checkpoint> {
  const checkpoint = await inTransaction(
    pool,
    (client) => (epoch === undefined ? raiseEpoch(client) : readCheckpoint(client)),
    (client) => beginIn(client, schema),
  );
  if (!checkpoint || (epoch !== undefined && checkpoint.epoch !== epoch)) throw new Fenced();
  return checkpoint;
}

/**
 * Reads the ledger from the checkpoint on and writes batches until `stopping`; anything else that ends it is
 * thrown.
 */
export async function runSession(session: Session): Promise<void> {
  const { pool, store, schema, maxEvents, watchdog, stopping, onBatch, onLevel } = session;
  const broken = new AbortController();
  const signal = AbortSignal.any([stopping, broken.signal]);
  const client = await pool.connect();
  client.on('error', (error) => broken.abort(error));
  // Ends also a query that Postgres never answers.
  const disconnect = once(() => client.release(true));
  broken.signal.addEventListener('abort', disconnect, { once: true });
  const onStop = () => setTimeout(disconnect, STOP_PATIENCE).unref();
  stopping.addEventListener('abort', onStop, { once: true });

  let checkpoint = session.from;
  let caughtUp = false;
  let level = false;
  const look = async () => {
    const found = await watchdog.look(() => checkpoint.position);
    if (signal.aborted) return;
    if (found === 'level') {
      level = true;
      onLevel();
    }
    if (found === 'stalled') broken.abort(new Error('the ledger goes on but nothing of it arrives'));
  };
  const timer = setInterval(look, watchdog.checkEvery);
  try {
    watchdog.began();
    const onCaughtUp = () => {
      caughtUp = true;
      void look();
    };
    const events = store.subscribe({ after: checkpoint.position, signal, onCaughtUp });
    for await (const arrived of batches(events, { max: maxEvents, signal })) {
      const started = performance.now();
      checkpoint = await writeBatch(client, schema, checkpoint, arrived.map(recorded));
      if (checkpoint.position) watchdog.progressed(checkpoint.position);
      onBatch(checkpoint, arrived.length, performance.now() - started);
      if (caughtUp && !level) void look();
    }
    if (stopping.aborted) return;
    throw broken.signal.reason ?? new Error('the subscription ended');
  } catch (error) {
    // A query on the connection that was just cut says less than why it was cut.
    throw broken.signal.aborted ? broken.signal.reason : error;
  } finally {
    clearInterval(timer);
    stopping.removeEventListener('abort', onStop);
    broken.abort();
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
