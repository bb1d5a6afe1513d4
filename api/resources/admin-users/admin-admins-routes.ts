import type Router from '@koa/router';
import { adminAnswers } from '../../../contracts/admin-messages.ts';
import { getAdminWallets } from '../../../contracts/api/admin.ts';
import { addAdmin as addEndpoint, removeAdmin as removeEndpoint } from '../../../contracts/api/admin-acts.ts';
import { formatPosition } from '../../../contracts/ledger-position.ts';
import { addAdmin, removeAdmin } from '../../../ledger/admins/change-admins.ts';
import { namesOfWallets } from '../../../projector/read-models/users/queries.ts';
import { announce, type Parts, serveCommand, serveQuery } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { endSessionsWithout } from './end-sessions.ts';
import { givingTo } from './giving-to.ts';
import { presentAdmins } from './present-admins.ts';

/** Who has admin rights, and giving and taking them. */
export function adminAdminRoutes(router: Router<AppState>, parts: Parts): void {
  const { handler, pool, policies, gate } = parts;
  const superAdmin = policies.superAdminWallet;

  serveQuery(router, parts, getAdminWallets, async () => {
    const standing = gate.position();
    const rights = await policies.rights();
    const added = [...rights.admins.values()].map(({ wallet }) => wallet);
    const names = await namesOfWallets(pool, [superAdmin, ...added]);
    return {
      admins: presentAdmins(superAdmin, rights, names),
      ...(standing && { position: formatPosition(standing) }),
    };
  });

  serveCommand(router, parts, addEndpoint, async ({ ctx, session, input, command }) => {
    const wallet = input.adminWallet;
    const by = session.walletAddress;
    const change = { wallet, by, superAdmin, authorize: givingTo(wallet, by, parts) };
    announce(ctx, await addAdmin(handler, change, command));
    return { success: true as const, message: adminAnswers.adminAdded(wallet) };
  });

  serveCommand(router, parts, removeEndpoint, async ({ ctx, session, input, command }) => {
    const wallet = input.adminId;
    const change = { wallet, by: session.walletAddress, superAdmin, holdActs: policies.holdActs };
    const result = await removeAdmin(handler, change, command);
    announce(ctx, result);
    await endSessionsWithout('admin', wallet, result, parts);
    return { success: true as const, message: adminAnswers.adminRemoved(wallet) };
  });
}
