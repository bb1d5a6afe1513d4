import * as z from 'zod/mini';
import { amount, type LedgerEventOf, uuid } from './event.ts';

const count = z.int().check(z.minimum(0));
const reason = z.string().check(z.minLength(1), z.maxLength(200));

/** Events of the stream `program`: what concerns no single account. The actor stands in the metadata. */
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
  MassClearCompleted: { version: 1, data: z.strictObject({ requestId: uuid, count, total: amount }) },
  MassResetRequested: { version: 1, data: z.strictObject({ requestId: uuid, reason }) },
  MassResetCompleted: { version: 1, data: z.strictObject({ requestId: uuid, count, total: amount }) },
  /** Of a reset that was taken back. */
  MassRestoreRequested: { version: 1, data: z.strictObject({ requestId: uuid, resetId: uuid, reason }) },
  MassRestoreCompleted: { version: 1, data: z.strictObject({ requestId: uuid, count, total: amount }) },
  DataExported: {
    version: 1,
    data: z.strictObject({ kind: z.enum(['emails', 'wallets', 'users', 'activity', 'whitelist']), count }),
  },
  /** Somebody with a session asked for what only an admin may do. */
  AccessDenied: { version: 1, data: z.strictObject({ action: z.string().check(z.maxLength(100)) }) },
} as const;

export type ProgramEvent = LedgerEventOf<typeof programEvents>;
