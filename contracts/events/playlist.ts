import * as z from 'zod/mini';
import { type LedgerEventOf, uuid } from './event.ts';

/**
 * Events of the stream `playlist`. The first version wrote them to the stream `program`; a track that was added there
 * may be removed here.
 */
export const playlistEvents = {
  /** A file of music is there for everybody; its bytes lie beside the ledger, under the track's id. */
  MusicTrackAdded: {
    version: 1,
    data: z.strictObject({
      trackId: uuid,
      title: z.string().check(z.minLength(1), z.maxLength(100)),
      artist: z.string().check(z.minLength(1), z.maxLength(100)),
      /** As it was uploaded: no path. One track a name. */
      filename: z.string().check(z.minLength(1), z.maxLength(200)),
      contentType: z.string().check(z.regex(/^audio\/[a-z0-9.+_-]{1,60}$/)),
      /** Bytes. */
      size: z.int().check(z.minimum(1)),
      /** Of the bytes, in hex. */
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  },
  MusicTrackRemoved: { version: 1, data: z.strictObject({ trackId: uuid }) },
} as const;

export type PlaylistEvent = LedgerEventOf<typeof playlistEvents>;
