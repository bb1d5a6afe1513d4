import { sqlText } from '../../database.ts';
import { rowSet } from '../../row-set.ts';
import { type ReadModel, type RecordedEvent, schemaBeside } from '../read-model.ts';

/** What a batch removes goes first, so that a file may take the name of one before it. */
export const music: ReadModel = {
  name: 'music',
  schema: schemaBeside(import.meta.url),
  project: async (db, batch) => {
    const removed = new Set(
      batch.flatMap((event) => (event.type === 'MusicTrackRemoved' ? [event.data.trackId] : [])),
    );
    if (removed.size > 0) await db.query(REMOVE, [[...removed]]);
    const added = batch.flatMap((event) => rowOf(event, removed) ?? []);
    if (added.length > 0) await db.query(INSERT, ROWS.values(added));
  },
};

function rowOf(event: RecordedEvent, removed: ReadonlySet<string>) {
  if (event.type !== 'MusicTrackAdded') return undefined;
  const { trackId, title, artist, filename, contentType, size, sha256 } = event.data;
  return {
    track_id: trackId,
    title: sqlText(title),
    artist: sqlText(artist),
    filename: sqlText(filename),
    content_type: contentType,
    size,
    sha256,
    ...event.position,
    added_at: event.metadata.occurredAt,
    removed: removed.has(trackId),
  };
}

const ROWS = rowSet({
  track_id: 'uuid',
  title: 'text',
  artist: 'text',
  filename: 'text',
  content_type: 'text',
  size: 'bigint',
  sha256: 'text',
  commit: 'bigint',
  prepare: 'bigint',
  added_at: 'timestamptz',
  removed: 'boolean',
});

const INSERT = `insert into music_tracks (${ROWS.names}) select * from ${ROWS.source}`;
const REMOVE = 'update music_tracks set removed = true where track_id = any ($1::uuid[])';
