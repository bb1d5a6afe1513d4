import type Router from '@koa/router';
import { adminAnswers } from '../../../contracts/admin-messages.ts';
import {
  addAuditor as addEndpoint,
  listAuditors,
  removeAuditor as removeEndpoint,
} from '../../../contracts/api/admin-auditors.ts';
import { addAuditor, removeAuditor } from '../../../ledger/admins/change-admins.ts';
import { namesOfWallets } from '../../../projector/read-models/users/queries.ts';
import { announce, type Parts, serveCommand, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { endSessionsWithout } from './end-sessions.ts';
import { givingTo } from './giving-to.ts';

/** Who may read what admins read, and giving and taking that. */
export function adminAuditorRoutes(router: Router<AppState>, parts: Parts): void {
  const { handler, pool, policies } = parts;
  const superAdmin = policies.superAdminWallet;

  serveQuery(router, parts, listAuditors, async () => {
    const auditors = [...(await policies.rights()).auditors.values()];
    const names = await namesOfWallets(
      pool,
      auditors.map(({ wallet }) => wallet),
    );
    return {
      auditors: auditors.map(({ wallet, addedBy }) => ({
        id: wallet,
        username: names.get(wallet.toLowerCase()) ?? null,
        addedBy,
      })),
    };
  });

  serveCommand(router, parts, addEndpoint, async ({ ctx, session, input, command }) => {
    const wallet = input.auditorWallet;
    const by = session.walletAddress;
    const change = { wallet, by, superAdmin, authorize: givingTo(wallet, by, parts) };
    announce(ctx, await addAuditor(handler, change, command));
    return { success: true as const, message: adminAnswers.auditorAdded(wallet) };
  });

  serveCommand(router, parts, removeEndpoint, async ({ ctx, session, input, command }) => {
    const wallet = input.auditorId;
    const by = session.walletAddress;
    const change = { wallet, by, superAdmin, authorize: policies.requireSuperAdmin(by) };
    const result = await removeAuditor(handler, change, command);
    announce(ctx, result);
    await endSessionsWithout('auditor', wallet, result, parts);
    return { success: true as const, message: adminAnswers.auditorRemoved(wallet) };
  });
}
