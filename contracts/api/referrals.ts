import * as z from 'zod/mini';
import { REFERRAL_TIERS } from '../constants.ts';
import { sum } from '../events/event.ts';
import { endpoint } from './endpoint.ts';

export const referrals = z.object({
  /** `{product}/ref/{userId}`. */
  link: z.string(),
  /** Accounts that opened through the link. */
  total: z.int(),
  /**
   * Those that have done something that the program confirmed. Each is paid for once, but of those whose mailboxes are at one
   * domain of somebody's own the first few of a day alone.
   */
  successful: z.int(),
  /** Those that did something in the last seven days. */
  active: z.int(),
  earned: sum,
  earnedThisWeek: sum,
  tier: z.enum(REFERRAL_TIERS),
  next: z.nullable(z.object({ tier: z.enum(REFERRAL_TIERS), needed: z.int() })),
});
export type Referrals = z.infer<typeof referrals>;

export const getReferrals = endpoint({
  method: 'GET',
  path: '/api/referrals',
  summary: "The session's own referral link and its statistics",
  access: 'session',
  request: undefined,
  response: referrals,
  command: false,
});
