import type pg from 'pg';
import { type Carried, carrying } from '../carried.ts';
import type { PlanCacheMode } from '../database.ts';
import { keeping } from '../prepared.ts';
import { readModels } from '../read-models/all.ts';
import type { ReadModel, RecordedEvent } from '../read-models/read-model.ts';
import { admit } from './admit.ts';
import { type LastStatement, writeTogether } from './write-together.ts';

/** Events of a batch whose statements a connection keeps. */
const FEW = 100;

/**
 * How Postgres plans what writes a batch. What few rows are written by is planned once a connection: by their number it would
 * plan anew each time. What many are written by is planned for as many each time: tables that were empty a moment ago
 * grow while a ledger is caught up with.
 */
export const plansFor = (batch: readonly RecordedEvent[]): PlanCacheMode =>
  batch.length <= FEW ? 'force_generic_plan' : 'auto';

/**
 * Writes what the events change in every read model, in the caller's transaction. Events that were applied before
 * change nothing.
 * @param last is asked with the last of the writes
 * @param carried what the batch before has left, and then what this one leaves; only of a writer that was followed by nobody
 * @returns how many were new
 * @throws ProjectionFault on a missing revision or a failed assertion of a read model
 */
export async function applyBatch(
  client: pg.ClientBase,
  batch: readonly RecordedEvent[],
  models: readonly ReadModel[] = readModels,
  last: LastStatement = { text: 'select', values: [] },
  carried?: Carried,
): Promise<number> {
  const db = batch.length <= FEW ? keeping(client) : client;
  const together = writeTogether(db, await canMergeBesideOthers(client));
  if (carried) carrying(together, carried);
  const events = await admit(together, batch);
  if (events.length > 0) for (const model of models) await model.project(together, events);
  await together.end(last);
  return events.length;
}

const merging = new WeakMap<pg.ClientBase, boolean>();

/** https://www.postgresql.org/docs/17/release-17.html */
async function canMergeBesideOthers(client: pg.ClientBase): Promise<boolean> {
  const known = merging.get(client);
  if (known !== undefined) return known;
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  const can = Number(rows[0]?.version) >= 170_000;
  merging.set(client, can);
  return can;
}
