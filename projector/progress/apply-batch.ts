import type { Database } from '../database.ts';
import { readModels } from '../read-models/all.ts';
import type { ReadModel, RecordedEvent } from '../read-models/read-model.ts';
import { admit } from './admit.ts';

/**
 * Writes what the events change in every read model, in the caller's transaction. Events that were applied before
 * change nothing.
 * @returns how many were new
 * @throws ProjectionFault on a missing revision or a failed assertion of a read model
 */
export async function applyBatch(
  db: Database,
  batch: readonly RecordedEvent[],
  models: readonly ReadModel[] = readModels,
): Promise<number> {
  const events = await admit(db, batch);
  if (events.length === 0) return 0;
  for (const model of models) await model.project(db, events);
  return events.length;
}
