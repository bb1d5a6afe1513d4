import * as z from 'zod/mini';
import { type LedgerEventOf, sum, uuid } from './event.ts';

const count = z.int().check(z.minimum(0));
const reason = z.string().check(z.minLength(1), z.maxLength(200));
/** Version 2 of what completes an act has a sum that holds the amounts of all accounts. */
const completed = { version: 2, data: z.strictObject({ requestId: uuid, count, total: sum }) } as const;

/**
 * Events of the stream `mass-acts`: acts on all accounts. The actor stands in the metadata. The first version wrote
 * them to the stream `program`; an act that was requested there may be completed here.
 */
export const massActEvents = {
  MassClearRequested: { version: 1, data: z.strictObject({ requestId: uuid, reason }) },
  MassClearCompleted: completed,
  MassResetRequested: { version: 1, data: z.strictObject({ requestId: uuid, reason }) },
  MassResetCompleted: completed,
  /** Of a reset that was taken back. */
  MassRestoreRequested: { version: 1, data: z.strictObject({ requestId: uuid, resetId: uuid, reason }) },
  MassRestoreCompleted: completed,
} as const;

export type MassActEvent = LedgerEventOf<typeof massActEvents>;
