import type Router from '@koa/router';
import { v5 as uuidv5 } from 'uuid';
import { adminAnswers, defaultReasons } from '../../../contracts/admin-messages.ts';
import { clearBalance as clearEndpoint, removeUser, removeUsers } from '../../../contracts/api/admin-acts.ts';
import { DECIMALS, HEADERS } from '../../../contracts/constants.ts';
import { exactEvo, formatEvo, parseSum, SUM_FORM } from '../../../contracts/money.ts';
import { clearBalance } from '../../../ledger/accounts/clear-balance.ts';
import { AccountIsRemoved } from '../../../ledger/accounts/errors.ts';
import { pendingOf } from '../../../ledger/accounts/state.ts';
import { announce, announceAll, type Parts, serveCommand } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { usernameOf } from '../admin-users/username-of.ts';
import { onEachAccount } from './on-each-account.ts';
import { removeAsAdmin } from './remove-as-admin.ts';

/** Acts on single accounts, each with a dry run. */
export function adminActRoutes(router: Router<AppState>, parts: Parts): void {
  const { handler, pool, policies } = parts;

  serveCommand(router, parts, clearEndpoint, async ({ ctx, session, input, command }) => {
    const { userId, reason = defaultReasons.clear, dryRun = false } = input;
    const authorize = policies.requireAdmin(session.walletAddress);
    const named = ctx.get(HEADERS.shownAmount);
    const shown = SUM_FORM.test(named) ? parseSum(named) : undefined;
    const result = await clearBalance(handler, { userId, reason, shown, dryRun, authorize }, command);
    announce(ctx, result);
    const amount = pendingOf(result.before);
    const username = await usernameOf(pool, userId);
    return {
      success: true as const,
      message: adminAnswers.balanceCleared(exactEvo(amount, DECIMALS.appRewards), username, dryRun),
      amount: formatEvo(amount),
      dryRun,
    };
  });

  serveCommand(router, parts, removeUser, async ({ ctx, session, input, command }) => {
    const { userId, reason = defaultReasons.remove, dryRun = false } = input;
    announce(ctx, await removeAsAdmin(parts, session, { userId, reason, dryRun }, command));
    const message = adminAnswers.userRemoved(await usernameOf(pool, userId), dryRun);
    return { success: true as const, message, dryRun };
  });

  serveCommand(router, parts, removeUsers, async ({ ctx, session, input, command }) => {
    const { reason = defaultReasons.remove } = input;
    const { results, failed } = await onEachAccount(input.userIds, (userId) => {
      const each = { ...command, commandId: uuidv5(userId, command.commandId) };
      return unlessRemoved(removeAsAdmin(parts, session, { userId, reason, dryRun: false }, each));
    });
    announceAll(
      ctx,
      results.flatMap((result) => result ?? []),
    );
    const removed = results.length;
    const message = adminAnswers.usersRemoved(removed, failed.length);
    return { success: true as const, message, removed, failed };
  });
}

/**
 * Undefined where the account was removed before: by a sending whose answer was lost, when whoever selected it began anew
 * under another key, or by another admin. Then it is as was asked for, and nothing has failed.
 */
async function unlessRemoved<Result>(removal: Promise<Result>): Promise<Result | undefined> {
  try {
    return await removal;
  } catch (refusal) {
    if (!(refusal instanceof AccountIsRemoved)) throw refusal;
    return undefined;
  }
}
