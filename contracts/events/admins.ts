import * as z from 'zod/mini';
import { type LedgerEventOf, wallet } from './event.ts';

/**
 * Events of the stream `admins`: who has admin rights beside the super admin, whose right is a setting, and who may read
 * what admins read and do nothing.
 */
export const adminEvents = {
  AdminAdded: { version: 1, data: z.strictObject({ wallet, addedBy: wallet }) },
  AdminRemoved: { version: 1, data: z.strictObject({ wallet, removedBy: wallet }) },
  AuditorAdded: { version: 1, data: z.strictObject({ wallet, addedBy: wallet }) },
  AuditorRemoved: { version: 1, data: z.strictObject({ wallet, removedBy: wallet }) },
} as const;

export type AdminEvent = LedgerEventOf<typeof adminEvents>;
