import type Router from '@koa/router';
import { getAdminWallets, sendReward } from '../../contracts/api/admin.ts';
import { displayEvo, formatEvo } from '../../contracts/money.ts';
import { AccountNotFound } from '../../ledger/accounts/errors.ts';
import { grantByAdmin } from '../../ledger/accounts/grant-reward.ts';
import { pendingOf } from '../../ledger/accounts/state.ts';
import { findOwner } from '../../ledger/reservations/find-owner.ts';
import { findUserById, findUserByWallet } from '../../projector/read-models/users/queries.ts';
import type { AppState } from '../state.ts';
import { announce, type Parts, serveCommand, serveQuery } from './serve.ts';

export function adminRoutes(router: Router<AppState>, parts: Parts, superAdminWallet: string): void {
  serveQuery(router, parts, getAdminWallets, async () => {
    const account = await findUserByWallet(parts.pool, superAdminWallet);
    return {
      admins: [
        {
          id: superAdminWallet,
          wallet_address: superAdminWallet,
          ...(account && { username: account.username }),
          added_by: null,
          is_active: true,
          isOriginal: true,
        },
      ],
    };
  });

  serveCommand(router, parts, sendReward, async ({ ctx, session, input, command }) => {
    // The ledger knows whose wallet it is, also where the read models lag behind.
    const userId = await findOwner(parts.store, 'wallet', input.walletAddress);
    if (!userId) throw new AccountNotFound();
    const dryRun = input.dryRun === true;
    const result = await grantByAdmin(
      parts.handler,
      {
        userId,
        amount: input.amount,
        reason: input.reason,
        dryRun,
        authorize: () => parts.policies.requireAdmin(session.walletAddress),
      },
      command,
    );
    announce(ctx, result);
    const username = (await findUserById(parts.pool, userId))?.username ?? input.walletAddress;
    const amount = displayEvo(input.amount, 2);
    return {
      success: true as const,
      message: dryRun ? `${amount} EVO would go to ${username}` : `${amount} EVO sent to ${username}`,
      userId,
      username,
      amount: formatEvo(input.amount),
      pendingBefore: formatEvo(pendingOf(result.before)),
      pendingAfter: formatEvo(pendingOf(result.after)),
      dryRun,
    };
  });
}
