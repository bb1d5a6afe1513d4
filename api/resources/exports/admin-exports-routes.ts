import type Router from '@koa/router';
import {
  exportActivity,
  exportEmails,
  exportUsers,
  exportWallets,
  exportWhitelist,
} from '../../../contracts/api/admin-exports.ts';
import { errorToasts } from '../../../contracts/toasts.ts';
import { timestamp } from '../../http/clock.ts';
import { HttpError } from '../../http/http-error.ts';
import { type Parts, serveFile } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { exportFile } from './export-file.ts';
import { activity, emails, hasActivity, users, wallets, whitelist } from './exports.ts';

/** Files for admins; each is noted in the ledger before it is sent. */
export function adminExportRoutes(router: Router<AppState>, parts: Parts): void {
  const { pool, policies, clock } = parts;
  const named = (kind: string, ending: string) => `evo-${kind}-${timestamp(clock()).slice(0, 10)}.${ending}`;

  for (const [endpoint, content, ending] of [
    [exportEmails, emails, 'txt'],
    [exportWallets, wallets, 'txt'],
    [exportUsers, users, 'csv'],
    [exportWhitelist, whitelist, 'csv'],
  ] as const) {
    serveFile(router, parts, endpoint, async ({ session, command, stillMay }) => {
      const authorize = policies.requireAdmin(session.walletAddress);
      return {
        name: named(content.kind, ending),
        open: () => exportFile(parts, { ...content, authorize, stillMay }, command),
      };
    });
  }

  serveFile(router, parts, exportActivity, async ({ session, input, command, stillMay }) => {
    if (!(await hasActivity(pool, input))) {
      throw new HttpError(404, 'NoData', errorToasts.noData.description);
    }
    const authorize = policies.requireSuperAdmin(session.walletAddress);
    return {
      name: named('activity', 'csv'),
      open: () => exportFile(parts, { ...activity(input), authorize, stillMay }, command),
    };
  });
}
