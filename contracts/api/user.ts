import * as z from 'zod/mini';
import { sum } from '../events/event.ts';

/** The signed-in user's own account, as the dashboard shows it. Amounts are EVO in normal form. */
export const user = z.object({
  id: z.uuid(),
  username: z.string(),
  walletAddress: z.nullable(z.string()),
  /** All EVO that the program holds for or has paid to the user: equal to totalRewards. */
  evoBalance: sum,
  level: z.int(),
  /** 1 is the top; users with the same total share a place. Null while the read models do not know the user yet. */
  rank: z.nullable(z.int()),
  /** totalRewards − claimedRewards, never negative. */
  pendingRewards: sum,
  totalRewards: sum,
  claimedRewards: sum,
  email: z.nullable(z.string()),
  isEmailVerified: z.boolean(),
  emailMarketingOptIn: z.boolean(),
  /**
   * Whether the account was paid for its mailbox: once, also where that was erased and is given anew. A replica of the
   * release before, which may answer while another is put in its place, does not say.
   */
  isEmailRewarded: z._default(z.boolean(), false),
  isTwitterConnected: z.boolean(),
  isInstagramConnected: z.boolean(),
  isYoutubeConnected: z.boolean(),
  twitterHandle: z.nullable(z.string()),
  instagramHandle: z.nullable(z.string()),
  youtubeHandle: z.nullable(z.string()),
  twitterFollowCompleted: z.boolean(),
  twitterLikeCompleted: z.boolean(),
  twitterRetweetCompleted: z.boolean(),
  instagramFollowCompleted: z.boolean(),
  youtubeSubscribeCompleted: z.boolean(),
  /** Days in a row with a check-in, up to today or yesterday (UTC); 0 when the row is broken. */
  streak: z.int(),
  checkedInToday: z.boolean(),
  isWhitelisted: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type User = z.infer<typeof user>;

/** What the signed-in wallet may do; an auditor reads what admins read, and changes nothing. */
export const role = z.enum(['user', 'auditor', 'admin', 'superAdmin']);
export type Role = z.infer<typeof role>;
