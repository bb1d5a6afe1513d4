import type pg from 'pg';
import { comparePositions, formatPosition } from '../../contracts/ledger-position.ts';
import type { Carried } from '../carried.ts';
import { beginDeferredIn, pipelining, rollback } from '../database.ts';
import { Fenced, ProjectionFault } from '../faults.ts';
import { keeping } from '../prepared.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import { askForBatch, plansFor } from './apply-batch.ts';
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
 * @param client is asked on while it answers (`pipelining`)
 * @returns the checkpoint after it
 * @throws Fenced when another projector has taken over
 * @throws CheckpointMoved when a rebuild has
 */
export async function writeBatch(
  client: pg.Client,
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
    const begun = beginDeferredIn(pipelining(client), schema, plansFor(batch));
    // First, because it locks out a rebuild's swap until this transaction is through.
    const moved = moveCheckpoint(keeping(client), from, to);
    const asked = askForBatch(client, batch);
    const [, table] = await Promise.all([begun, moved]);
    if (table === undefined) {
      const found = await readCheckpoint(client);
      throw found?.epoch === from.epoch ? new CheckpointMoved() : new Fenced();
    }
    const before = leftBehind.get(from);
    const carried: Carried = new Map(before?.table === table ? before.carried : []);
    const news = { text: 'select pg_notify($1, $2)', values: [schema, formatPosition(last.position)] };
    const { written } = await asked.send(news, carried);
    // Right behind it: where one of the writes fails, Postgres makes of this a rollback.
    await Promise.all([written, client.query('commit')]);
    const reached = { epoch: from.epoch, ...to };
    leftBehind.set(reached, { table, carried });
    return reached;
  } catch (error) {
    await rollback(client);
    throw error;
  }
}

/**
 * What a batch has left to the next one, by the checkpoint that it gave back. Who goes on from that very one, and is let, is
 * the only one who has written since; and in the same tables, unless a rebuild has put others in their place.
 */
const leftBehind = new WeakMap<Checkpoint, { readonly table: string; readonly carried: Carried }>();

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
