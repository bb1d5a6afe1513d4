import * as z from 'zod/mini';
import { CLAIM_NEEDS } from '../constants.ts';
import { sum } from '../events/event.ts';
import { endpoint } from './endpoint.ts';
import { pageLimit } from './page-limit.ts';
import { user } from './user.ts';

export const activity = z.object({
  /** The id of the event behind it. */
  id: z.uuid(),
  type: z.enum(['twitter_retweet', 'discord_message', 'twitter_like', 'referral', 'other']),
  description: z.string(),
  reward: sum,
  createdAt: z.iso.datetime(),
});
export type Activity = z.infer<typeof activity>;

/** `adjustment`: EVO that the program took back; all others but `claim` came in. */
export const transactionType = z.enum(['reward', 'claim', 'stake', 'referral', 'adjustment']);

export const transaction = z.object({
  /** The id of the event behind it. */
  id: z.uuid(),
  /** SHA-256 of that event, 64 hexadecimal digits: what the chains and the tree of the ledger hold. */
  eventHash: z.string(),
  /** Where that event stands in the ledger: `C:<commit>/P:<prepare>`. */
  ledgerPosition: z.string(),
  type: transactionType,
  description: z.string(),
  amount: sum,
  /** `completed`: final in the ledger. `pending`, `failed`: a transfer on the chain that is under way or failed. */
  status: z.enum(['completed', 'pending', 'failed']),
  txHash: z.nullable(z.string()),
  blockNumber: z.nullable(z.string()),
  gasUsed: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
});
export type Transaction = z.infer<typeof transaction>;

export const leaderboardEntry = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  /** 1 is the top; users with the same total share a place. */
  position: z.int(),
  totalEvo: sum,
  user: z.object({ username: z.string(), level: z.int() }),
});
export type LeaderboardEntry = z.infer<typeof leaderboardEntry>;

export const standing = z.object({
  /** The user's own row, also where it is on the page. */
  entry: leaderboardEntry,
  participants: z.int(),
  /** The rows next to the own one, in the board's order: at most two before it and two after it. */
  above: z.array(leaderboardEntry),
  below: z.array(leaderboardEntry),
  /** EVO that are missing to share the next better place; null at the top. */
  toNextPlace: z.nullable(sum),
});

/** What stands between an account and its next claim. */
export const claimRules = z.object({
  needs: z.enum(CLAIM_NEEDS),
  /** Whether a mailbox or a platform has confirmed who it is. */
  hasProvenIdentity: z.boolean(),
  isHeld: z.boolean(),
  /** The welcome bonus is granted by the first sign-in that finds room for it. */
  welcomeWaits: z.boolean(),
});
export type ClaimRules = z.infer<typeof claimRules>;

export const dashboard = z.object({
  user,
  claimRules,
  leaderboard: z.array(leaderboardEntry),
  standing,
  transactions: z.array(transaction),
  recentActivities: z.array(activity),
  /** What was granted in the last seven days. */
  weekRewards: sum,
});
export type Dashboard = z.infer<typeof dashboard>;

export const getDashboard = endpoint({
  method: 'GET',
  path: '/api/dashboard',
  summary: "The session's own account, standing, leaderboard, transactions and recent activities",
  access: 'session',
  request: undefined,
  response: dashboard,
  command: false,
});

/** The same for clients that put the user's id into their query key; whose id it is changes nothing. */
export const getDashboardOf = endpoint({ ...getDashboard, path: '/api/dashboard/:userId' });

const pageRequest = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: pageLimit,
});

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'Users by total rewards, a page at a time',
  access: 'session',
  request: pageRequest,
  response: z.object({ entries: z.array(leaderboardEntry), nextCursor: z.nullable(z.string()) }),
  command: false,
});

export const getTransactions = endpoint({
  method: 'GET',
  path: '/api/transactions',
  summary: "The session's own transactions, all or of one type, newest first, a page at a time",
  access: 'session',
  request: z.extend(pageRequest, { type: z.optional(transactionType) }),
  response: z.object({ transactions: z.array(transaction), nextCursor: z.nullable(z.string()) }),
  command: false,
});
