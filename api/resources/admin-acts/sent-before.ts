import { adminAnswers } from '../../../contracts/admin-messages.ts';
import { uuidInput } from '../../../contracts/api/uuid-input.ts';
import { HEADERS } from '../../../contracts/constants.ts';
import { exactEvo } from '../../../contracts/money.ts';
import { lowerCase, shortenAddress } from '../../../contracts/wallet-address.ts';
import type { AsShown } from '../../../ledger/rewards-by-hand/as-shown.ts';
import { RewardSentSince } from '../../../ledger/rewards-by-hand/errors.ts';
import type { RequestedReward } from '../../../ledger/rewards-by-hand/request.ts';
import { findEqualReward, isApproved } from '../../../projector/read-models/reward-requests/queries.ts';
import type { Session } from '../../auth/session.ts';
import { timestamp } from '../../http/clock.ts';
import { READ_WAIT_MS } from '../../http/middleware/read-your-writes.ts';
import type { ApiContext, Parts } from '../../http/serve.ts';
import { usernameOf } from '../admin-users/username-of.ts';

const DAY_MS = 24 * 3_600_000;

/** Milliseconds for the same while a right is held that others wait for. */
const HELD_WAIT_MS = 250;

/** Before the id of an equal reward that waited for a second admin. */
const WAITS = 'waits/';

/**
 * What is said before a reward is sent or approved, where an equal one was sent to the account within a day or waits for
 * a second admin: whoever has heard nothing of the first may send it again from another page, under another key, and two admins
 * may be asked for the same. It only tells, as far as the read models have got: two equal rewards may be meant.
 * @param reward with `except`, the request that is asked about
 */
async function sentBefore(
  { pool, clock }: Pick<Parts, 'pool' | 'clock'>,
  { walletAddress }: Pick<Session, 'walletAddress'>,
  reward: RequestedReward & { readonly username: string; readonly except?: string },
): Promise<SentBefore | undefined> {
  const now = clock();
  const time = { since: timestamp(now - DAY_MS), now: timestamp(now) };
  const equal = await findEqualReward(pool, reward, time);
  if (!equal) return undefined;
  const told = adminAnswers.rewardBefore(exactEvo(reward.amount), reward.username, {
    state: equal.state,
    by: nameOf(equal.by, walletAddress),
    age: now - equal.at.getTime(),
    isSameReason: equal.reason === reward.reason,
  });
  return { id: equal.state === 'waits' ? `${WAITS}${equal.id}` : equal.id, told };
}

/** @param id names the equal reward, and what it was then: who was told that it waits was not told that it was sent */
type SentBefore = { readonly id: string; readonly told: string };

/** The same for the answer to a dry run. */
export async function saidBefore(...asked: Parameters<typeof sentBefore>) {
  const before = await sentBefore(...asked);
  return before && { sentBefore: before.told, equalTo: before.id };
}

/**
 * For who confirms what was shown: refuses where an equal reward came since, of another admin who had the same question
 * open, say. Undefined where the request does not say what was shown.
 * @param except the request itself, or that which it approves
 */
export function nothingSentSince(
  parts: Pick<Parts, 'pool' | 'clock' | 'store' | 'gate' | 'policies'>,
  ctx: Pick<ApiContext, 'get'>,
  session: Pick<Session, 'walletAddress'>,
  except: string,
): AsShown | undefined {
  const shown = ctx.get(HEADERS.equalReward).toLowerCase();
  if (shown === '') return undefined;
  const waited = shown.startsWith(WAITS) ? uuidInput.safeParse(shown.slice(WAITS.length)).data : undefined;
  const isReadWithin = async (milliseconds: number) => {
    const head = await parts.store.head();
    return !head || parts.gate.waitFor(head, milliseconds);
  };
  let isRead = true;
  return {
    async untilRead() {
      isRead = await isReadWithin(READ_WAIT_MS);
    },
    async untilReadAgain() {
      // Read models that stand still keep nobody waiting.
      if (isRead) isRead = await isReadWithin(HELD_WAIT_MS);
    },
    authorizeAlone: parts.policies.requireAdminAlone(session.walletAddress),
    async assert({ userId, amount, reason }) {
      const username = await usernameOf(parts.pool, userId);
      const before = await sentBefore(parts, session, { userId, amount, reason, username, except });
      if (before && before.id !== shown) throw new RewardSentSince(adminAnswers.rewardSince(before.told));
      // What is granted is found above; this one is about to be.
      if (waited && (await isApproved(parts.pool, waited))) throw new RewardSentSince();
    },
  };
}

function nameOf(wallet: string | null, own: string): string {
  if (wallet === null) return 'an admin';
  return lowerCase(wallet) === lowerCase(own) ? 'you' : shortenAddress(wallet);
}
