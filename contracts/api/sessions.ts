import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/wallet/sessions',
  summary: "The living sessions of the session's own wallet, this one first",
  access: 'session',
  request: undefined,
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.uuid(),
        /** Browser and system; no address is kept. */
        device: z.string(),
        createdAt: z.iso.datetime(),
        /** To the minute. */
        lastSeenAt: z.iso.datetime(),
        isCurrent: z.boolean(),
      }),
    ),
  }),
  command: false,
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/wallet/sign-out-everywhere',
  summary: "End every session of the session's own wallet, this one too",
  access: 'session',
  request: undefined,
  response: z.object({ success: z.literal(true), ended: z.int(), message: z.string() }),
  command: false,
});
