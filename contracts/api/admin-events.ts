import * as z from 'zod/mini';
import { activityType } from './admin-users.ts';
import { endpoint } from './endpoint.ts';

/** One server-sent message: the read models have moved on. */
export const adminChange = z.object({
  /** To send along with the reads that follow. */
  position: z.string(),
  /** What admins did since the last message; empty when only users did something. */
  kinds: z.array(activityType),
});
export type AdminChange = z.infer<typeof adminChange>;

/** The name of the last message to a wallet that is no admin and no auditor any more; it carries nothing. */
export const REMOVED_EVENT = 'removed';

export const watchAdminChanges = endpoint({
  method: 'GET',
  path: '/api/admin/events',
  summary:
    'Server-sent events: that something changed, since the ledger position that is named if one is, at most twice a second; ends with the session or the right',
  access: 'admin',
  forAuditors: true,
  /** In the place of the header, which a browser's EventSource cannot send. */
  request: z.object({ walletAddress: z.optional(z.string().check(z.maxLength(42))) }),
  response: adminChange,
  command: false,
  produces: 'text/event-stream',
});
