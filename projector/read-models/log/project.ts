import { parsePosition } from '../../../contracts/ledger-position.ts';
import { storedHash } from '../../../ledger/envelope.ts';
import { EVENT_HASH } from '../../../ledger/proof/event-hash.ts';
import { lastWritten } from '../../carried.ts';
import type { Database } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { accountOf, type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';
import { addSeals } from './seals.ts';
import { addTiles } from './tiles.ts';

/** The ledger as whoever checks it reads it: each event with its hash, the tree over the hashes, and the seals. */
export const log: ReadModel = {
  name: 'log',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const start = await next.before(db, () => nextIndex(db));
    const rows = numbered(batch, start);
    const entries = rows.flatMap(({ index, hash }) => (index === null ? [] : [hash]));
    await addTiles(db, start, entries);
    await db.query(INSERT_EVENTS, EVENTS.values(rows));
    await addSeals(db, batch);
    next.leave(db, start + entries.length);
  },
};

/** The index of the next event. */
const next = lastWritten<number>();

/** What no tree holds. */
const SEALS = 'seals';

async function nextIndex(db: Database): Promise<number> {
  const { rows } = await db.query<{ next: string }>(
    'select coalesce(max(index) + 1, 0) as next from log_events where index is not null',
  );
  return Number(rows[0]?.next ?? 0);
}

function numbered(batch: readonly RecordedEvent[], start: number) {
  let next = start;
  return batch.map((event) => ({
    ...event.position,
    index: event.stream === SEALS ? null : next++,
    id: event.id,
    hash: Buffer.from(storedHash(event).slice(EVENT_HASH.length + 1), 'hex'),
    stream: event.stream,
    revision: event.revision,
    type: event.type,
    occurred_at: event.metadata.occurredAt,
    user_id: accountOf(event) ?? null,
    ...causeOf(event),
  }));
}

function causeOf({ metadata }: RecordedEvent) {
  const cause = metadata.cause && parsePosition(metadata.cause.position);
  return { cause_commit: cause?.commit ?? null, cause_prepare: cause?.prepare ?? null };
}

const EVENTS = rowSet({
  commit: 'bigint',
  prepare: 'bigint',
  index: 'bigint',
  id: 'uuid',
  hash: 'bytea',
  stream: 'text',
  revision: 'bigint',
  type: 'text',
  occurred_at: 'timestamptz',
  user_id: 'uuid',
  cause_commit: 'bigint',
  cause_prepare: 'bigint',
});

const INSERT_EVENTS = `insert into log_events (${EVENTS.names}) select * from ${EVENTS.source}`;
