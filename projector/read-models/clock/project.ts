import { lastWritten } from '../../carried.ts';
import type { Database } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

/** Events between two marks: so many are read at the most to find a time between them. */
export const EVENTS_A_MARK = 256;

/** Works on the rows of `log` of the batches before. */
export const clock: ReadModel = {
  name: 'clock',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const [first] = batch;
    if (!first) return;
    const before = await past.before(db, () => sinceLastMark(db, first));
    const { marks, after } = marksOf(before, batch);
    past.leave(db, after);
    if (marks.length > 0) await db.query(INSERT, MARKS.values(marks));
  },
};

/** Events since the last mark, and the latest time up to them in milliseconds. */
type Past = { readonly events: number; readonly latest: number };

const past = lastWritten<Past>();

function marksOf(before: Past, batch: readonly RecordedEvent[]) {
  let { events, latest } = before;
  const marks = batch.flatMap(({ position, metadata: { occurredAt } }) => {
    events += 1;
    latest = Math.max(latest, Date.parse(occurredAt));
    if (events < EVENTS_A_MARK) return [];
    events = 0;
    return [{ ...position, latest: new Date(latest).toISOString() }];
  });
  return { marks, after: { events, latest } };
}

/** Of the events before the batch. */
async function sinceLastMark(db: Database, { position: { commit, prepare } }: RecordedEvent): Promise<Past> {
  const { rows } = await db.query<{ events: string; latest: Date | null }>(
    `with mark as materialized (
       select commit, prepare, latest from clock_marks order by commit desc, prepare desc limit 1
     )
     select count(event.commit) as events, greatest(max(event.occurred_at), (select latest from mark)) as latest
     from log_events as event
     where (event.commit, event.prepare) < ($1::bigint, $2::bigint)
       and (event.commit, event.prepare) > (
         coalesce((select commit from mark), -1), coalesce((select prepare from mark), -1))`,
    [commit, prepare],
  );
  const row = rows[0];
  return { events: Number(row?.events ?? 0), latest: row?.latest?.getTime() ?? Number.NEGATIVE_INFINITY };
}

const MARKS = rowSet({ commit: 'bigint', prepare: 'bigint', latest: 'timestamptz' });
const INSERT = `insert into clock_marks (${MARKS.names}) select * from ${MARKS.source}`;
