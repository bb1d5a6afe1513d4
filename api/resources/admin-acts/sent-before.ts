import { adminAnswers } from '../../../contracts/admin-messages.ts';
import { exactEvo } from '../../../contracts/money.ts';
import { lowerCase, shortenAddress } from '../../../contracts/wallet-address.ts';
import type { RequestedReward } from '../../../ledger/rewards-by-hand/request.ts';
import { findEqualReward } from '../../../projector/read-models/reward-requests/queries.ts';
import type { Session } from '../../auth/session.ts';
import { timestamp } from '../../http/clock.ts';
import type { Parts } from '../../http/serve.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * What is said before a reward is sent or approved, where an equal one was sent to the account within a day or waits for
 * a second admin: whoever has heard nothing of the first may send it again from another page, under another key, and two admins
 * may be asked for the same. It only tells, as far as the read models have got: two equal rewards may be meant.
 * @param reward with `except`, the request that is asked about
 */
export async function sentBefore(
  { pool, clock }: Pick<Parts, 'pool' | 'clock'>,
  { walletAddress }: Pick<Session, 'walletAddress'>,
  reward: RequestedReward & { readonly username: string; readonly except?: string },
): Promise<string | undefined> {
  const now = clock();
  const time = { since: timestamp(now - DAY_MS), now: timestamp(now) };
  const equal = await findEqualReward(pool, reward, time);
  if (!equal) return undefined;
  return adminAnswers.rewardBefore(exactEvo(reward.amount), reward.username, {
    state: equal.state,
    by: nameOf(equal.by, walletAddress),
    age: now - equal.at.getTime(),
    isSameReason: equal.reason === reward.reason,
  });
}

function nameOf(wallet: string | null, own: string): string {
  if (wallet === null) return 'an admin';
  return lowerCase(wallet) === lowerCase(own) ? 'you' : shortenAddress(wallet);
}
