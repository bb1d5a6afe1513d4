import * as z from 'zod/mini';
import { amount, type LedgerEventOf, uuid } from './event.ts';

const count = z.int().check(z.minimum(0));
const reason = z.string().check(z.minLength(1), z.maxLength(200));
const completed = z.strictObject({ requestId: uuid, count, total: amount });

/**
 * Events of the stream `mass-acts`: acts on all accounts. The actor stands in the metadata. The first version wrote
 * them to the stream `program`; an act that was requested there may be completed here.
 */
export const massActEvents = {
  MassClearRequested: { version: 1, data: z.strictObject({ requestId: uuid, reason }) },
  MassClearCompleted: { version: 1, data: completed },
  MassResetRequested: { version: 1, data: z.strictObject({ requestId: uuid, reason }) },
  MassResetCompleted: { version: 1, data: completed },
  /** Of a reset that was taken back. */
  MassRestoreRequested: { version: 1, data: z.strictObject({ requestId: uuid, resetId: uuid, reason }) },
  MassRestoreCompleted: { version: 1, data: completed },
} as const;

export type MassActEvent = LedgerEventOf<typeof massActEvents>;
