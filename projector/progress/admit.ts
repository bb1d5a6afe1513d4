import { ArrayParameter } from '../array-parameter.ts';
import type { Database } from '../database.ts';
import { ProjectionFault } from '../faults.ts';
import type { RecordedEvent } from '../read-models/read-model.ts';
import { rowSet } from '../row-set.ts';

/** The revisions that the streams of a batch have before it; one of which nothing was applied has none. */
export async function revisionsBefore(
  db: Database,
  batch: readonly RecordedEvent[],
): Promise<ReadonlyMap<string, bigint>> {
  const streams = [...new Set(batch.map((event) => event.stream))];
  const { rows } = await db.query<{ stream: string; revision: string }>(
    'select stream, revision from streams where stream = any($1::text[])',
    [new ArrayParameter('text', streams)],
  );
  return new Map(rows.map(({ stream, revision }) => [stream, BigInt(revision)]));
}

/**
 * The events of a batch that were not applied before, and a note that they are now.
 * @throws ProjectionFault when a revision of a stream is missing
 */
export async function admit(
  db: Database,
  known: ReadonlyMap<string, bigint>,
  batch: readonly RecordedEvent[],
): Promise<RecordedEvent[]> {
  const { admitted, revisions } = sift(known, batch);
  if (admitted.length > 0) await note(db, revisions);
  return admitted;
}

/** Pure: which events are new, and the revision that each stream has after them. */
export function sift(
  known: ReadonlyMap<string, bigint>,
  batch: readonly RecordedEvent[],
): { admitted: RecordedEvent[]; revisions: Map<string, bigint> } {
  const revisions = new Map<string, bigint>();
  const admitted = batch.filter(({ stream, revision, type }) => {
    const expected = (revisions.get(stream) ?? known.get(stream) ?? -1n) + 1n;
    if (revision < expected) return false;
    if (revision > expected) {
      throw new ProjectionFault(`${type} at ${stream}#${revision}: revision ${expected} is missing`);
    }
    revisions.set(stream, revision);
    return true;
  });
  return { admitted, revisions };
}

async function note(db: Database, revisions: ReadonlyMap<string, bigint>): Promise<void> {
  await db.query(NOTE, STREAMS.values([...revisions].map(([stream, revision]) => ({ stream, revision }))));
}

const STREAMS = rowSet({ stream: 'text', revision: 'bigint' });

const NOTE = `
  insert into streams (${STREAMS.names}) select * from ${STREAMS.source}
  on conflict (stream) do update set revision = excluded.revision`;
