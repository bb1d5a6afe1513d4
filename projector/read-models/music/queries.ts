import { MUSIC_CATALOGUE } from '../../../contracts/music-catalogue.ts';
import { type Database, LIVE_SCHEMA, sqlText } from '../../database.ts';

export type TrackRow = {
  readonly trackId: string;
  readonly title: string;
  readonly artist: string;
  readonly filename: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly addedAt: Date;
};

/** The playlist: the tracks of the catalogue in its order, then the others, oldest first. */
export async function listTracks(db: Database): Promise<TrackRow[]> {
  const { rows } = await db.query<SqlRow>(
    `select * from ${LIVE_SCHEMA}.music_tracks where not removed
     order by array_position($1::text[], filename) nulls last, commit, prepare`,
    [MUSIC_CATALOGUE.map(({ filename }) => filename)],
  );
  return rows.map(trackFrom);
}

/** The track that now has a file of this name. */
export async function findTrackByFilename(db: Database, filename: string): Promise<TrackRow | undefined> {
  const { rows } = await db.query<SqlRow>(
    `select * from ${LIVE_SCHEMA}.music_tracks where filename = $1 and not removed
     order by commit desc, prepare desc limit 1`,
    [sqlText(filename)],
  );
  return rows[0] && trackFrom(rows[0]);
}

/** A track that there is or was. */
export async function findTrack(db: Database, trackId: string): Promise<TrackRow | undefined> {
  const { rows } = await db.query<SqlRow>(`select * from ${LIVE_SCHEMA}.music_tracks where track_id = $1`, [
    trackId,
  ]);
  return rows[0] && trackFrom(rows[0]);
}

type SqlRow = {
  track_id: string;
  title: string;
  artist: string;
  filename: string;
  content_type: string;
  size: string;
  added_at: Date;
};

const trackFrom = (row: SqlRow): TrackRow => ({
  trackId: row.track_id,
  title: row.title,
  artist: row.artist,
  filename: row.filename,
  contentType: row.content_type,
  size: Number(row.size),
  addedAt: row.added_at,
});
