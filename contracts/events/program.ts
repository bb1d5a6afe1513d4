import * as z from 'zod/mini';
import { type LedgerEventOf, sum, uuid } from './event.ts';

const count = z.int().check(z.minimum(0));
const reason = z.string().check(z.minLength(1), z.maxLength(200));

/**
 * Events of the stream `program`: what concerns no single account. The actor stands in the metadata. Version 2 of what
 * completes a mass act has a sum that holds the amounts of all accounts.
 */
export const programEvents = {
  /** Before a raffle: the hash of the seed that it will use. */
  SeedCommitted: {
    version: 1,
    data: z.strictObject({
      /** The raffle that will use it. */
      number: z.int().check(z.minimum(1)),
      hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  },
  MassClearRequested: { version: 1, data: z.strictObject({ requestId: uuid, reason }) },
  MassClearCompleted: { version: 2, data: z.strictObject({ requestId: uuid, count, total: sum }) },
  MassResetRequested: { version: 1, data: z.strictObject({ requestId: uuid, reason }) },
  MassResetCompleted: { version: 2, data: z.strictObject({ requestId: uuid, count, total: sum }) },
  /** Of a reset that was taken back. */
  MassRestoreRequested: { version: 1, data: z.strictObject({ requestId: uuid, resetId: uuid, reason }) },
  MassRestoreCompleted: { version: 2, data: z.strictObject({ requestId: uuid, count, total: sum }) },
  DataExported: {
    version: 1,
    data: z.strictObject({ kind: z.enum(['emails', 'wallets', 'users', 'activity', 'whitelist']), count }),
  },
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
  /** Somebody with a session asked for what only an admin may do. */
  AccessDenied: { version: 1, data: z.strictObject({ action: z.string().check(z.maxLength(100)) }) },
} as const;

export type ProgramEvent = LedgerEventOf<typeof programEvents>;
