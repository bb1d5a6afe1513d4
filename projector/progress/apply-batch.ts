import type pg from 'pg';
import { answered, tellingTheFirst } from '../answered.ts';
import { type Carried, carrying } from '../carried.ts';
import { type Database, type PlanCacheMode, pipelining } from '../database.ts';
import { keeping } from '../prepared.ts';
import { readModels } from '../read-models/all.ts';
import type { ReadModel, RecordedEvent } from '../read-models/read-model.ts';
import { admit, revisionsBefore } from './admit.ts';
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

/** A batch whose questions are on their way. */
export type AskedBatch = {
  /**
   * Sends what the events change in every read model, and asks `last` with the last of the writes.
   * @param carried what the batch before has left, and then what this one leaves; only of a writer that was followed by nobody
   * @returns how many were new, and whether Postgres has written all of it
   * @throws ProjectionFault on a missing revision or a failed assertion of a read model
   */
  send(
    last: LastStatement,
    carried?: Carried,
  ): Promise<{ readonly events: number; readonly written: Promise<void> }>;
};

/**
 * Asks Postgres what has to be known before a batch can be written, in the caller's transaction, and waits for nothing.
 * @param client one that pipelines (`pipelining`)
 */
export function askForBatch(
  client: pg.Client,
  batch: readonly RecordedEvent[],
  models: readonly ReadModel[] = readModels,
): AskedBatch {
  const db = tellingTheFirst(batch.length <= FEW ? keeping(client) : client);
  const version = answered(canMergeBesideOthers(client, db));
  const known = answered(revisionsBefore(db, batch));
  const projects = models.map(({ ask, project }) => ask?.(db, batch) ?? project);
  return {
    async send(last, carried) {
      const together = writeTogether(db, await version);
      if (carried) carrying(together, carried);
      const events = await admit(together, await known, batch);
      if (events.length > 0) for (const project of projects) await project(together, events);
      return { events: events.length, written: answered(together.end(last)) };
    },
  };
}

/**
 * Writes what the events change in every read model, in the caller's transaction. Events that were applied before
 * change nothing.
 * @returns how many were new
 * @throws ProjectionFault on a missing revision or a failed assertion of a read model
 */
export async function applyBatch(
  client: pg.Client,
  batch: readonly RecordedEvent[],
  models?: readonly ReadModel[],
): Promise<number> {
  const asked = askForBatch(pipelining(client), batch, models);
  const { events, written } = await asked.send({ text: 'select', values: [] });
  await written;
  return events;
}

const merging = new WeakMap<pg.ClientBase, boolean>();

/** https://www.postgresql.org/docs/17/release-17.html */
async function canMergeBesideOthers(client: pg.ClientBase, db: Database): Promise<boolean> {
  const known = merging.get(client);
  if (known !== undefined) return known;
  const { rows } = await db.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  const can = Number(rows[0]?.version) >= 170_000;
  merging.set(client, can);
  return can;
}
