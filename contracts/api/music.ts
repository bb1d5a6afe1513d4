import * as z from 'zod/mini';
import { musicTexts } from '../admin-messages.ts';
import { uuid } from '../events/event.ts';
import { endpoint } from './endpoint.ts';
import { musicTrack } from './music-tracks.ts';
import { uuidInput } from './uuid-input.ts';

export { getMusicTracks } from './music-tracks.ts';

/** What ends a line, moves the cursor or turns the direction of a text, and half a character. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** The name of a file without a path, in one normal form: the same name is the same track. */
const filename = z.string(musicTexts.filenameInvalid).check(
  z.normalize('NFC'),
  z.trim(),
  z.minLength(1, musicTexts.filenameInvalid),
  z.maxLength(200, musicTexts.filenameInvalid),
  z.refine((name) => !/[/\\]|^\.+$/.test(name) && !UNPRINTABLE.test(name), musicTexts.filenameInvalid),
);

const name = z.string(musicTexts.nameInvalid).check(
  z.trim(),
  z.minLength(1, musicTexts.nameInvalid),
  z.maxLength(100, musicTexts.nameInvalid),
  z.refine((text) => !UNPRINTABLE.test(text), musicTexts.nameInvalid),
);

export const beginMusicUpload = endpoint({
  method: 'POST',
  path: '/api/music/upload',
  summary: 'Where to PUT the bytes of an audio file, once, within 15 minutes',
  access: 'admin',
  /** Title and artist where they are not to be made from the name of the file. */
  request: z.object({ filename, title: z.optional(name), artist: z.optional(name) }),
  response: z.object({ uploadURL: z.string() }),
  command: true,
});

export const putMusicFile = endpoint({
  method: 'PUT',
  path: '/api/music/uploads/:trackId',
  summary: 'The bytes of a file, at the address that /api/music/upload gave; its token is the authority',
  access: 'public',
  request: undefined,
  response: z.object({ success: z.literal(true), message: z.string(), track: musicTrack }),
  command: true,
  carriesRight: true,
  consumes: 'audio/*',
  query: ['token'],
});

export const removeMusicTrack = endpoint({
  method: 'POST',
  path: '/api/music/remove',
  summary: 'Take a track out of the playlist and delete its file',
  access: 'admin',
  request: z.object({ trackId: uuidInput }),
  response: z.object({ success: z.literal(true), message: z.string() }),
  command: true,
});

export const getMusicFile = endpoint({
  method: 'GET',
  path: '/api/music/files/:file',
  summary: 'The file of a track, by its id or by its name; takes a Range',
  also: { 206: 'The range that was asked for', 304: 'The file that the client has' },
  refusals: [416],
  access: 'public',
  request: undefined,
  response: z.string(),
  command: false,
  produces: 'audio/*',
});

export const adminMusicTrack = z.object({
  trackId: uuid,
  title: z.string(),
  artist: z.string(),
  filename: z.string(),
  contentType: z.string(),
  /** Bytes. */
  size: z.int(),
  url: z.string(),
  /** False where the database was restored from before the file. */
  hasFile: z.boolean(),
  addedAt: z.iso.datetime(),
});
export type AdminMusicTrack = z.infer<typeof adminMusicTrack>;

export const listAdminMusic = endpoint({
  method: 'GET',
  path: '/api/admin/music',
  summary: 'The tracks with what is known of their files, and what an upload may have',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: z.object({ tracks: z.array(adminMusicTrack), maxBytes: z.int(), maxTracks: z.int() }),
  command: false,
});
