import * as z from 'zod/mini';
import { sum, uuid } from '../events/event.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';

/** A user as everybody on the leaderboard sees every other: no email address, no wallet, no platform. */
export const listedUser = z.object({
  id: uuid,
  username: z.string(),
  level: z.int(),
  /** 1 is the top; users with the same total share a place. */
  rank: z.int(),
  totalEvo: sum,
});
export type ListedUser = z.infer<typeof listedUser>;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/users',
  summary: 'Users by total rewards, as the leaderboard shows them, a page at a time',
  access: 'session',
  request: z.object({
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimit,
  }),
  response: z.object({ users: z.array(listedUser), nextCursor: z.nullable(z.string()) }),
  command: false,
});

/**
 * The same for clients that put their wallet into the query key. It is the session's own, which changes nothing; another
 * one is 403.
 */
export const listUsersOf = endpoint({ ...listUsers, path: '/api/users/:walletAddress' });
