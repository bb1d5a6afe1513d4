import { createHash, randomBytes } from 'node:crypto';
import { type Database, LIVE_SCHEMA } from '../../../projector/database.ts';

/** Milliseconds that an upload address is good for. */
const LINK_LIFE_MS = 15 * 60_000;
/** Sending the bytes and recording the track take a few minutes more at the most: the server cuts longer requests. */
const ABANDONED_AFTER_MS = 2 * LINK_LIFE_MS;

export type Upload = {
  readonly trackId: string;
  readonly filename: string;
  readonly title: string;
  readonly artist: string;
  /** Of the admin who asked for it. */
  readonly wallet: string;
};

/**
 * Keeps what is to be uploaded. Asked again before the bytes have begun to come, it gives a new token in the place of
 * the old one.
 * @returns the token that lets the bytes in, once; only its hash is kept. Undefined when they have begun to come.
 */
export async function beginUpload(db: Database, upload: Upload, now: number): Promise<string | undefined> {
  const token = randomBytes(32).toString('base64url');
  const { trackId, filename, title, artist, wallet } = upload;
  const { rows } = await db.query(
    `insert into music.files as known (track_id, filename, title, artist, wallet, token_hash, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (track_id) do update set token_hash = excluded.token_hash, created_at = excluded.created_at
       where known.taken_at is null
     returning track_id`,
    [trackId, filename, title, artist, wallet, hashOf(token), new Date(now)],
  );
  return rows.length === 1 ? token : undefined;
}

/** Of whoever took an upload last: what comes of it is theirs to decide. */
type Taken = { readonly takenAt: Date };

/**
 * Takes the one use of a token; undefined when it is unknown, used or too old.
 * @param trackId as it was sent: in letters of either case
 */
export async function takeUpload(
  db: Database,
  trackId: string,
  token: string,
  now: number,
): Promise<(Upload & Taken) | undefined> {
  const { rows } = await db.query<Upload & Taken>(
    `update music.files set taken_at = $3
     where track_id = $1 and token_hash = $2 and taken_at is null and created_at > $4
     returning track_id as "trackId", filename, title, artist, wallet, taken_at as "takenAt"`,
    [trackId, hashOf(token), new Date(now), new Date(now - LINK_LIFE_MS)],
  );
  return rows[0];
}

/** An upload whose bytes are all there. */
type WholeUpload = Upload & {
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  /** Hex. */
  readonly sha256: string;
  /** When somebody asked where to put it. */
  readonly begunAt: Date;
};

/**
 * What a token was used for, as long as its first sender may still wait for the answer; undefined when it is unknown, not
 * used, too old, or its bytes are not all there.
 */
export async function findWhole(
  db: Database,
  trackId: string,
  token: string,
  now: number,
): Promise<WholeUpload | undefined> {
  const { rows } = await db.query<Omit<WholeUpload, 'size'> & { readonly size: string }>(
    `select track_id as "trackId", filename, title, artist, wallet, content_type as "contentType", size, sha256,
       created_at as "begunAt"
     from music.files where track_id = $1 and token_hash = $2 and size is not null and created_at > $3`,
    [trackId, hashOf(token), new Date(now - ABANDONED_AFTER_MS)],
  );
  const [row] = rows;
  return row && { ...row, size: Number(row.size) };
}

/** Takes an upload whose bytes are all there once more: its sender before deletes it no more. False when it is gone. */
export async function takeAgain(db: Database, trackId: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update music.files set taken_at = greatest($2, taken_at + interval '1 millisecond')
     where track_id = $1 and size is not null`,
    [trackId, new Date(now)],
  );
  return rowCount === 1;
}

/** Deletes an upload with its bytes, unless somebody has taken it again since. */
export async function discardUpload(
  db: Database,
  { trackId, takenAt }: Pick<Upload, 'trackId'> & Taken,
): Promise<void> {
  await db.query('delete from music.files where track_id = $1 and taken_at = $2', [trackId, takenAt]);
}

/** Lets an upload be sent once more, from its beginning, where not all bytes are there and nobody has taken it again since. */
export async function giveUploadBack(
  db: Database,
  { trackId, takenAt }: Pick<Upload, 'trackId'> & Taken,
): Promise<void> {
  await db.query(
    `with free as (
       update music.files set taken_at = null where track_id = $1 and taken_at = $2 and size is null returning track_id)
     delete from music.chunks where track_id in (select track_id from free)`,
    [trackId, takenAt],
  );
}

/** Deletes files with their bytes. */
export async function discardFiles(db: Database, trackIds: readonly string[]): Promise<void> {
  if (trackIds.length === 0) return;
  await db.query('delete from music.files where track_id = any ($1::uuid[])', [trackIds]);
}

/**
 * Deletes uploads that were left half-way, and files whose tracks were removed by a program that died before it
 * deleted them. What the read models name stays, too: the event store may be an older copy, and a file is nowhere else.
 * @param tracks every track that the ledger holds now
 */
export async function sweepFiles(db: Database, tracks: Iterable<string>, now: number): Promise<void> {
  await db.query(
    `delete from music.files as file where created_at < $1 and not track_id = any ($2::uuid[])
       and not exists (
         select 1 from ${LIVE_SCHEMA}.music_tracks as track where track.track_id = file.track_id and not removed)`,
    [new Date(now - ABANDONED_AFTER_MS), [...tracks]],
  );
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
