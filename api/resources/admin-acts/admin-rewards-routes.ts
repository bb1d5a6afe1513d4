import type Router from '@koa/router';
import { adminAnswers } from '../../../contracts/admin-messages.ts';
import { sendReward as sendEndpoint } from '../../../contracts/api/admin.ts';
import { namesAddress, reasonTexts } from '../../../contracts/api/reason-input.ts';
import {
  approveReward as approveEndpoint,
  declineReward as declineEndpoint,
  listRewardRequests as listEndpoint,
} from '../../../contracts/api/reward-requests.ts';
import { SHOWN_LIMIT } from '../../../contracts/api/sent-as-shown.ts';
import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { rewardLimit } from '../../../contracts/events/rewards-by-hand.ts';
import { exactEvo, formatEvo } from '../../../contracts/money.ts';
import { AccountNotFound } from '../../../ledger/accounts/errors.ts';
import { pendingOf } from '../../../ledger/accounts/state.ts';
import type { DomainError } from '../../../ledger/domain-error.ts';
import { approveReward, declineReward } from '../../../ledger/rewards-by-hand/decide-request.ts';
import { RewardDismissed } from '../../../ledger/rewards-by-hand/errors.ts';
import { handsOf } from '../../../ledger/rewards-by-hand/hands.ts';
import { REWARD_REQUESTS } from '../../../ledger/rewards-by-hand/pay-approved.ts';
import { sendReward } from '../../../ledger/rewards-by-hand/send-reward.ts';
import { listRewardRequests } from '../../../projector/read-models/reward-requests/queries.ts';
import type { Session } from '../../auth/session.ts';
import { timestamp } from '../../http/clock.ts';
import { HttpError } from '../../http/http-error.ts';
import { cursorAfter, pageByPosition } from '../../http/paging.ts';
import { announce, type Parts, serveCommand, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { dismissalsOf } from '../../processes/dismiss.ts';
import { dismissedStreams } from '../../processes/set-aside-decisions.ts';
import { usernameOf } from '../admin-users/username-of.ts';
import { ownersOfWallets } from './owner-of-wallet.ts';
import { presentRewardRequest } from './present-reward-request.ts';
import { nothingSentSince, saidBefore } from './sent-before.ts';

/** Rewards by hand, and those of them that need a second admin. */
export function adminRewardRoutes(router: Router<AppState>, parts: Parts): void {
  const { handler, pool, policies, clock, config } = parts;
  const limits = config.rewardLimits;
  const ownerOfWallet = ownersOfWallets(parts);
  const actsAs = ({ walletAddress: by }: Session) => ({
    by,
    hands: async () => handsOf(await policies.rights(), policies.superAdminWallet),
    authorize: policies.requireAdmin(by),
  });

  serveCommand(router, parts, sendEndpoint, async ({ ctx, session, input, command }) => {
    // Not in the form that the contract gives it, which every page loads.
    if (namesAddress(input.reason))
      throw new HttpError(400, 'InvalidRequest', reasonTexts.noAddresses, {
        fields: { reason: reasonTexts.noAddresses },
      });
    const owner = await ownerOfWallet(input.walletAddress);
    if (!owner) throw new AccountNotFound();
    const { userId, username, readUpTo } = owner;
    const { amount, reason, dryRun = false } = input;
    const equal = { userId, amount, reason, username };
    const reward = {
      ...{ userId, amount, reason, limits, readUpTo, dryRun, ...actsAs(session) },
      asShown: nothingSentSince(parts, ctx, session, command.commandId),
      isToBeAsked: !dryRun && rewardLimit.safeParse(ctx.get(SHOWN_LIMIT)).success,
    };
    const sent = await sendReward(handler, reward, command);
    announce(ctx, sent);
    const evo = exactEvo(amount);
    return {
      success: true as const,
      message: sent.above
        ? adminAnswers.rewardAsked(evo, username, sent.above, dryRun)
        : adminAnswers.rewardSent(evo, username, dryRun),
      userId,
      username,
      amount: formatEvo(amount),
      pendingBefore: formatEvo(pendingOf(sent.before)),
      pendingAfter: formatEvo(pendingOf(sent.after)),
      above: sent.above ?? null,
      ...(dryRun && (await saidBefore(parts, session, equal))),
      dryRun,
    };
  });

  serveQuery(router, parts, listEndpoint, async ({ input }) => {
    const page = pageByPosition(input);
    const now = timestamp(clock());
    const rows = await listRewardRequests(pool, { ...page, state: input.state, now });
    const streamFor = ({ id }: { readonly id: string }) => streamOf('reward-request', id);
    const unpaid = rows.filter(({ isUnpaid }) => isUnpaid).map(streamFor);
    const dismissed = await dismissedStreams(pool, REWARD_REQUESTS, unpaid);
    const requests = rows.map((row) => presentRewardRequest(row, now, dismissed.has(streamFor(row))));
    return { requests, nextCursor: cursorAfter(rows, page.limit) };
  });

  serveCommand(router, parts, approveEndpoint, async ({ ctx, session, input, command }) => {
    const { requestId, dryRun = false } = input;
    const decision = {
      ...{ requestId, dryRun, most: limits.account },
      dismissals: dismissalsOf(parts),
      asShown: nothingSentSince(parts, ctx, session, requestId),
      ...actsAs(session),
    };
    const paid = await approveReward(handler, decision, command);
    announce(ctx, paid);
    const { reward, refusal } = paid;
    const { userId, amount } = reward;
    const username = await usernameOf(pool, userId);
    const evo = exactEvo(amount);
    return {
      success: true as const,
      message: approvedAs(refusal, evo, username, dryRun),
      ...(refusal && { unpaid: refusal.message }),
      ...(dryRun && (await saidBefore(parts, session, { ...reward, username, except: requestId }))),
      username,
      amount: formatEvo(amount),
      pendingBefore: formatEvo(pendingOf(paid.before)),
      pendingAfter: formatEvo(pendingOf(paid.after)),
      dryRun,
    };
  });

  serveCommand(router, parts, declineEndpoint, async ({ ctx, session, input, command }) => {
    const { requestId, reason } = input;
    const result = await declineReward(handler, { requestId, reason, ...actsAs(session) }, command);
    announce(ctx, result);
    const { after } = result;
    const [userId, amount] = after.stage === 'unknown' ? ['', 0n] : [after.userId, after.amount];
    const message = adminAnswers.rewardDeclined(exactEvo(amount), await usernameOf(pool, userId));
    return { success: true as const, message };
  });
}

function approvedAs(refusal: DomainError | undefined, evo: string, username: string, would: boolean): string {
  if (refusal instanceof RewardDismissed) return adminAnswers.rewardDismissed(evo, username);
  if (refusal) return adminAnswers.rewardUnpaid(evo, username, refusal.message);
  return adminAnswers.rewardApproved(evo, username, would);
}
