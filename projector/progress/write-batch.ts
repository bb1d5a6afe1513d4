import type pg from 'pg';
import { comparePositions, formatPosition } from '../../contracts/ledger-position.ts';
import { beginDeferredIn, rollback } from '../database.ts';
import { Fenced, ProjectionFault } from '../faults.ts';
import { keeping } from '../prepared.ts';
import { readModels } from '../read-models/all.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import { applyBatch, plansFor } from './apply-batch.ts';
import { type Checkpoint, moveCheckpoint, readCheckpoint } from './checkpoint.ts';

/** The read models were swapped for others of another position; go on from theirs. */
class CheckpointMoved extends Error {
  constructor() {
    super('the checkpoint was moved by a rebuild');
    this.name = 'CheckpointMoved';
  }
}

/**
 * One batch: the checkpoint, what the events change, and the news of it to everyone who waits, in one transaction.
 * The news go out on the channel that has the schema's name.
 * @returns the checkpoint after it
 * @throws Fenced when another projector has taken over
 * @throws CheckpointMoved when a rebuild has
 */
export async function writeBatch(
  client: pg.ClientBase,
  schema: string,
  from: Checkpoint,
  told: readonly RecordedEvent[],
): Promise<Checkpoint> {
  const batch = onceInOrder(from, told);
  const [next, last] = [batch[0], batch.at(-1)];
  if (!next || !last) return from;
  // What comes after nothing is the ledger's first event.
  const first = from.position ? from.first : { id: next.id, position: next.position };
  const to = { position: last.position, eventId: last.id, first };
  try {
    await beginDeferredIn(client, schema, plansFor(batch));
    // First, because it locks out a rebuild's swap until this transaction is through.
    if (!(await moveCheckpoint(keeping(client), from, to))) {
      const found = await readCheckpoint(client);
      throw found?.epoch === from.epoch ? new CheckpointMoved() : new Fenced();
    }
    await applyBatch(client, batch, readModels, {
      text: 'select pg_notify($1, $2)',
      values: [schema, formatPosition(last.position)],
    });
    await client.query('commit');
  } catch (error) {
    await rollback(client);
    throw error;
  }
  return { epoch: from.epoch, ...to };
}

/**
 * The ledger is read forwards, each event once: the checkpoint never goes back. The event that was told last, told once
 * more, is left out; anything else that does not come behind it is no order.
 */
function onceInOrder(from: Checkpoint, told: readonly RecordedEvent[]): RecordedEvent[] {
  let before = from.position && { position: from.position, id: from.eventId };
  return told.filter(({ position, id }) => {
    const behind = before ? comparePositions(position, before.position) : 1;
    if (behind === 0 && id === before?.id) return false;
    if (before && behind <= 0) {
      throw new ProjectionFault(
        `the ledger gave ${formatPosition(position)} after ${formatPosition(before.position)}`,
      );
    }
    before = { position, id };
    return true;
  });
}
