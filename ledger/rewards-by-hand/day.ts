import type { RewardDayEvent } from '../../contracts/events/rewards-by-hand.ts';
import { formatEvo, parseSum } from '../../contracts/money.ts';
import type { Decider } from '../decider.ts';
import { NeedsSecondAdmin } from './errors.ts';
import type { RewardLimits } from './limits.ts';

/** Base units of all that admins have sent alone on the day. */
export type RewardDayState = { readonly total: bigint };

export type ReserveReward = {
  readonly grantId: string;
  readonly userId: string;
  /** Base units. */
  readonly amount: bigint;
  readonly limits: Pick<RewardLimits, 'reward' | 'day'>;
};

/**
 * What admins send alone on one day: stream `rewards-by-hand-<day>`. All replicas decide it here, one reward after the
 * other, so that together they never go beyond the day's limit.
 */
export const rewardDay: Decider<RewardDayState, ReserveReward, RewardDayEvent> = {
  initialState: { total: 0n },
  decide({ grantId, userId, amount, limits }, { total }) {
    if (amount > limits.reward) throw new NeedsSecondAdmin('reward');
    if (total + amount > limits.day) throw new NeedsSecondAdmin('day');
    const data = { grantId, userId, amount: formatEvo(amount), limit: formatEvo(limits.day) };
    return [{ type: 'RewardReserved', data }];
  },
  evolve: ({ total }, { data }) => ({ total: total + parseSum(data.amount) }),
  snapshotVersion: 2,
  isMeetingPlace: true,
};
