import * as z from 'zod/mini';
import { CLAIM_NEEDS } from '../constants.ts';
import { sum, uuid } from '../events/event.ts';
import { validation } from '../messages.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';
import { noAddresses } from './reason-input.ts';
import { uuidInput } from './uuid-input.ts';

/**
 * What accounts have in common: the network or the minute they were opened in, who referred them, nothing done but
 * claiming (by the day they were opened), or that their claims are held.
 */
export const clusterKind = z.enum(['network', 'minute', 'referrer', 'idle', 'held']);
export type ClusterKind = z.infer<typeof clusterKind>;

/** Fewer accounts than this are no cluster, except of those that are held. */
export const SMALLEST_CLUSTER = 3;

const cursor = z.optional(z.string().check(z.maxLength(200)));

export const cluster = z.object({
  /** A keyed hash, a minute (UTC), a user's id, a day (UTC), or `all`. */
  key: z.string(),
  /** The key as a person reads it. */
  label: z.string(),
  size: z.int(),
  /** Of them: that did nothing but claim, and whose claims are held. */
  idle: z.int(),
  held: z.int(),
  pendingRewards: sum,
  claimedRewards: sum,
  firstOpenedAt: z.iso.datetime(),
  lastOpenedAt: z.iso.datetime(),
});
export type Cluster = z.infer<typeof cluster>;

export const listClusters = endpoint({
  method: 'GET',
  path: '/api/admin/clusters',
  summary: 'Accounts that have something in common, the largest cluster first, a page at a time',
  access: 'admin',
  forAuditors: true,
  request: z.object({
    kind: clusterKind,
    cursor,
    limit: pageLimit,
  }),
  response: z.object({ clusters: z.array(cluster), nextCursor: z.nullable(z.string()) }),
  command: false,
});

export const clusterMember = z.object({
  id: uuid,
  username: z.string(),
  walletAddress: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  pendingRewards: sum,
  claimedRewards: sum,
  isIdle: z.boolean(),
  /** Why its claims are held. */
  holdReason: z.nullable(z.string()),
});

export const listClusterMembers = endpoint({
  method: 'GET',
  path: '/api/admin/cluster',
  summary: 'The accounts of one cluster, the oldest first, a page at a time',
  access: 'admin',
  forAuditors: true,
  request: z.object({
    kind: clusterKind,
    key: z.string().check(z.maxLength(100)),
    cursor,
    limit: z.optional(
      z.string().check(z.regex(/^([1-9]|[1-9][0-9]|[1-4][0-9][0-9]|500)$/, 'limit is 1 to 500')),
    ),
  }),
  response: z.object({ members: z.array(clusterMember), nextCursor: z.nullable(z.string()) }),
  command: false,
});

export const faucetState = endpoint({
  method: 'GET',
  path: '/api/admin/faucet',
  summary: 'What the program asks of new accounts, and what it has let through today (UTC)',
  access: 'admin',
  forAuditors: true,
  request: undefined,
  response: z.object({
    claimNeeds: z.enum(CLAIM_NEEDS),
    /** EVO of welcome bonuses. */
    grantedToday: sum,
    limitADay: z.nullable(sum),
    /** Accounts that have not got their welcome bonus yet. */
    waiting: z.int(),
    accountsANetwork: z.nullable(z.int()),
  }),
  command: false,
});

const hold = {
  method: 'POST',
  access: 'admin',
  request: z.object({
    userIds: z.array(uuidInput).check(z.minLength(1), z.maxLength(500)),
    reason: z
      .string(validation.reasonRequired)
      .check(
        z.trim(),
        z.minLength(1, validation.reasonRequired),
        z.maxLength(200, validation.reasonTooLong),
        noAddresses,
      ),
    /** True: say what would happen, append nothing. */
    dryRun: z.optional(z.boolean()),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    /** Accounts whose claims were (or would be) held or released, and what is pending on them. */
    done: z.int(),
    pendingRewards: sum,
    failed: z.array(z.object({ userId: uuid, message: z.string() })),
    dryRun: z.boolean(),
  }),
  command: true,
} as const;

export const holdClaims = endpoint({
  ...hold,
  path: '/api/admin/hold-claims',
  summary: 'Hold the claims of accounts; says of each whether it was done. It can be released and undone',
});

export const releaseClaims = endpoint({
  ...hold,
  path: '/api/admin/release-claims',
  summary: 'Release the claims of accounts; says of each whether it was done',
});
