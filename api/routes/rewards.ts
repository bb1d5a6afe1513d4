import type Router from '@koa/router';
import { claimRewards as claimEndpoint } from '../../contracts/api/rewards.ts';
import { claimRewards } from '../../ledger/accounts/claim-rewards.ts';
import { presentReceipt } from '../present/receipt.ts';
import type { AppState } from '../state.ts';
import { announce, type Parts, serveCommand } from './serve.ts';

export function rewardRoutes(router: Router<AppState>, parts: Parts): void {
  serveCommand(router, parts, claimEndpoint, async ({ ctx, session, command }) => {
    const result = await claimRewards(parts.handler, session.userId, command);
    announce(ctx, result);
    return { success: true as const, receipt: presentReceipt(result) };
  });
}
