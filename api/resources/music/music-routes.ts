import type Router from '@koa/router';
import { activityTexts, musicTexts } from '../../../contracts/admin-messages.ts';
import {
  beginMusicUpload,
  getMusicFile,
  getMusicTracks,
  listAdminMusic,
  putMusicFile,
  removeMusicTrack,
} from '../../../contracts/api/music.ts';
import { refusals } from '../../../contracts/messages.ts';
import { namesOf } from '../../../contracts/music-catalogue.ts';
import { isUuid } from '../../../contracts/uuid.ts';
import { removeTrack } from '../../../ledger/playlist/change-tracks.ts';
import { MAX_TRACKS, requireRoom } from '../../../ledger/playlist/playlist.ts';
import { readTracks } from '../../../ledger/playlist/read-tracks.ts';
import { findTrack, findTrackByFilename, listTracks } from '../../../projector/read-models/music/queries.ts';
import { HttpError } from '../../http/http-error.ts';
import {
  type ApiContext,
  announce,
  type Parts,
  serveCommand,
  servePublic,
  servePublicCommand,
  serveQuery,
} from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { byteRange } from './byte-range.ts';
import { findFile, readBytes, type StoredFile, storedTracks } from './file-bytes.ts';
import { presentAdminTrack, presentTrack } from './present-music.ts';
import { receiveFile, unknownLink } from './receive-file.ts';
import { beginUpload, discardFiles, sweepFiles } from './uploads.ts';

/** The playlist: everybody hears it, admins change it. */
export function musicRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, handler, policies, clock, config } = parts;

  servePublic(router, parts, getMusicTracks, async () => ({
    tracks: (await listTracks(pool)).map(presentTrack),
  }));

  serveQuery(router, parts, listAdminMusic, async () => {
    const [tracks, stored] = await Promise.all([listTracks(pool), storedTracks(pool)]);
    return {
      tracks: tracks.map((track) => presentAdminTrack(track, stored.has(track.trackId))),
      maxBytes: config.musicMaxBytes,
      maxTracks: MAX_TRACKS,
    };
  });

  serveCommand(router, parts, beginMusicUpload, async ({ session, input, command }) => {
    const { filename } = input;
    const { title = namesOf(filename).title, artist = namesOf(filename).artist } = input;
    const tracks = await readTracks(handler);
    requireRoom(filename, tracks);
    await sweepFiles(pool, tracks.keys(), clock());
    // The upload, its track and the command that will add it have one id.
    const trackId = command.commandId;
    const upload = { trackId, filename, title, artist, wallet: session.walletAddress };
    const token = await beginUpload(pool, upload, clock());
    if (token === undefined) throw new HttpError(409, 'UploadBegun', musicTexts.begun);
    return { uploadURL: `/api/music/uploads/${trackId}?token=${token}` };
  });

  servePublicCommand(
    router,
    parts,
    putMusicFile,
    () => undefined,
    async ({ ctx, command }) => {
      const { trackId } = ctx.params;
      const { token } = ctx.query;
      if (!isUuid(trackId) || typeof token !== 'string') throw unknownLink();
      const { track, result } = await receiveFile(parts, ctx.req, { trackId, token }, command);
      announce(ctx, result);
      return { success: true as const, message: musicTexts.added(track.title), track: presentTrack(track) };
    },
  );

  serveCommand(router, parts, removeMusicTrack, async ({ ctx, session, input, command }) => {
    const { trackId } = input;
    const authorize = policies.requireAdmin(session.walletAddress);
    announce(ctx, await removeTrack(handler, { trackId, authorize }, command));
    await discardFiles(pool, [trackId]);
    const title = (await findTrack(pool, trackId))?.title ?? activityTexts.unknownTrack;
    return { success: true as const, message: musicTexts.removed(title) };
  });

  router.get(getMusicFile.path, async (ctx) => {
    const { file = '' } = ctx.params;
    const byId = isUuid(file);
    const trackId = byId ? file : (await findTrackByFilename(pool, file))?.trackId;
    const found = trackId === undefined ? undefined : await findFile(pool, trackId);
    if (!found) throw new HttpError(404, 'NotFound', refusals.notFound);
    // A track never gets another file; a name may.
    sendFile(ctx, parts, found, byId ? 'public, max-age=31536000, immutable' : 'public, no-cache');
  });
}

/** All of a file or the range that is asked for. */
function sendFile(ctx: ApiContext, { pool }: Parts, file: StoredFile, caching: string): void {
  const etag = `"${file.sha256}"`;
  const ifRange = ctx.get('If-Range');
  // RFC 9110, section 14.2: GET alone knows ranges.
  const mayBePart = ctx.method === 'GET' && (ifRange === '' || ifRange === etag);
  const range = mayBePart ? byteRange(ctx.get('Range'), file.size) : undefined;
  if (range === 'unsatisfiable') {
    throw new HttpError(416, 'RangeNotSatisfiable', refusals.invalidRequest, {
      headers: { 'Content-Range': `bytes */${file.size}` },
    });
  }
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  ctx.compress = false;
  ctx.status = range ? 206 : 200;
  ctx.set({ ETag: etag, 'Cache-Control': caching, 'Accept-Ranges': 'bytes' });
  ctx.attachment(file.filename, { type: 'inline' });
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  ctx.type = file.contentType;
  if (range) ctx.set('Content-Range', `bytes ${first}-${last}/${file.size}`);
  if (ctx.method !== 'HEAD') ctx.body = readBytes(pool, file.trackId, first, last);
  ctx.length = last - first + 1;
}
