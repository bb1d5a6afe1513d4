import * as z from 'zod/mini';
import { sum, uuid } from '../events/event.ts';
import { refusals, validation } from '../messages.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';

export const adminUser = z.object({
  id: uuid,
  username: z.string(),
  email: z.nullable(z.string()),
  walletAddress: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  emailMarketingOptIn: z.boolean(),
  /** App Rewards. */
  pendingRewards: sum,
  totalRewards: sum,
  claimedRewards: sum,
  level: z.int(),
  createdAt: z.iso.datetime(),
});
export type AdminUser = z.infer<typeof adminUser>;

export const userFilter = z.enum([
  'all',
  'verified',
  'unverified',
  'marketing',
  'has_wallet',
  'no_wallet',
  'has_balance',
  'zero_balance',
]);
export const userSort = z.enum(['none', 'highest', 'lowest']);

export const listAdminUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Users, searched by username, email or wallet, filtered and sorted, a page at a time',
  access: 'admin',
  forAuditors: true,
  request: z.object({
    /** No control characters: no name has one, and a database's text none of the kind NUL. */
    search: z.optional(
      z.string().check(z.trim(), z.maxLength(100), z.regex(/^\P{Cc}*$/u, validation.searchInvalid)),
    ),
    filter: z.optional(userFilter),
    sort: z.optional(userSort),
    cursor: z.optional(z.string().check(z.maxLength(300))),
    limit: z.optional(
      z.string().check(z.regex(/^([1-9]|[1-9][0-9]|[1-4][0-9][0-9]|500)$/, 'limit is 1 to 500')),
    ),
  }),
  response: z.object({
    users: z.array(adminUser),
    /** How many match the search and the filter, and how many there are. */
    matching: z.int(),
    /** True: more than that match the search, and how many more is not counted. */
    moreMatch: z.optional(z.boolean()),
    total: z.int(),
    nextCursor: z.nullable(z.string()),
  }),
  command: false,
});

export const adminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'The four figures of the admin panel, and the series behind its charts',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: z.object({
    totalUsers: z.int(),
    verifiedEmails: z.int(),
    totalRewards: sum,
    marketingOptIns: z.int(),
    /** The last 90 UTC days, oldest first. */
    days: z.array(
      z.object({
        day: z.iso.date(),
        newUsers: z.int(),
        claimed: sum,
        /** By source of the grant. */
        granted: z.record(z.string(), sum),
      }),
    ),
  }),
  command: false,
});

export const activityType = z.enum([
  'admin_added',
  'admin_removed',
  'auditor_added',
  'auditor_removed',
  'reward_sent',
  'reward_requested',
  'reward_approved',
  'reward_declined',
  'raffle_run',
  'user_removed',
  'personal_data_erased',
  'balance_cleared',
  'claims_held',
  'claims_released',
  'rewards_reset_all',
  'data_exported',
  'access_denied',
  'music_added',
  'music_removed',
  'act_undone',
]);

export const activityHistory = endpoint({
  method: 'GET',
  path: '/api/admin/activity-history',
  summary: 'What admins did, newest first, a page at a time',
  access: 'superAdmin',
  forAuditors: true,
  refusal: refusals.activityHistorySuperAdminOnly,
  request: z.object({
    type: z.optional(activityType),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: pageLimit,
  }),
  response: z.object({
    activities: z.array(
      z.object({
        /** The id of the event. */
        id: uuid,
        created_at: z.iso.datetime(),
        action_type: activityType,
        performed_by_wallet: z.nullable(z.string()),
        description: z.string(),
        details: z.record(z.string(), z.unknown()),
        /** Whether the act can still be undone. */
        undoable: z.boolean(),
      }),
    ),
    nextCursor: z.nullable(z.string()),
  }),
  command: false,
});
