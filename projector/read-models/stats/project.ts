import { formatEvo } from '../../../contracts/money.ts';
import { schemaBeside } from '../read-model.ts';
import { type AccountModel, isOnBoard, netChanges, type UserState } from '../users/state.ts';

export const stats: AccountModel = {
  schema: schemaBeside(import.meta.url),
  apply: async (db, steps) => {
    const sums = { ...NOTHING };
    for (const { before, after } of netChanges(steps).values()) {
      const [was, is] = [shareOf(before), shareOf(after)];
      sums.users += is.users - was.users;
      sums.participants += is.participants - was.participants;
      sums.verifiedEmails += is.verifiedEmails - was.verifiedEmails;
      sums.marketingOptIns += is.marketingOptIns - was.marketingOptIns;
      sums.withBalance += is.withBalance - was.withBalance;
      sums.rewards += is.rewards - was.rewards;
    }
    const { users, participants, verifiedEmails, marketingOptIns, withBalance, rewards } = sums;
    const counts = [users, participants, verifiedEmails, marketingOptIns, withBalance];
    await db.query(ADD, [...counts, formatEvo(rewards)]);
  },
};

type Share = {
  readonly users: number;
  readonly participants: number;
  readonly verifiedEmails: number;
  readonly marketingOptIns: number;
  readonly withBalance: number;
  /** Base units. */
  readonly rewards: bigint;
};

const NOTHING: Share = {
  users: 0,
  participants: 0,
  verifiedEmails: 0,
  marketingOptIns: 0,
  withBalance: 0,
  rewards: 0n,
};

/** What one account adds to the sums; a removed one adds nothing. */
function shareOf(user: UserState | undefined): Share {
  if (!user || user.removed) return NOTHING;
  return {
    users: 1,
    participants: isOnBoard(user) ? 1 : 0,
    verifiedEmails: user.email_verified ? 1 : 0,
    marketingOptIns: user.marketing_opt_in ? 1 : 0,
    withBalance: user.total_rewards === user.claimed_rewards ? 0 : 1,
    rewards: user.total_rewards,
  };
}

const ADD = `
  update stats set
    total_users = total_users + $1,
    participants = participants + $2,
    verified_emails = verified_emails + $3,
    marketing_opt_ins = marketing_opt_ins + $4,
    with_balance = with_balance + $5,
    total_rewards = total_rewards + $6`;
