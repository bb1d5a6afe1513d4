import * as z from 'zod/mini';
import { type LedgerEventOf, uuid } from './event.ts';

/** Of no stream of its own, and of no meaning to any decider. */
export const fenceEvents = {
  /**
   * Takes the revision that an act of an admin was to have whose outcome nobody knows, so that it cannot land there
   * after the admin's right is gone.
   */
  RevisionTaken: { version: 1, data: z.strictObject({ commandId: uuid }) },
} as const;

export type FenceEvent = LedgerEventOf<typeof fenceEvents>;
