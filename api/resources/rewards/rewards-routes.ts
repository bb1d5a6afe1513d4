import type Router from '@koa/router';
import {
  checkIn as checkInEndpoint,
  claimRewards as claimEndpoint,
  joinWhitelist as whitelistEndpoint,
} from '../../../contracts/api/rewards.ts';
import { confirmations } from '../../../contracts/messages.ts';
import { checkIn } from '../../../ledger/accounts/check-in.ts';
import { claimRewards } from '../../../ledger/accounts/claim-rewards.ts';
import { joinWhitelist } from '../../../ledger/accounts/join-whitelist.ts';
import { faucetRules } from '../../faucet/rules.ts';
import { announce, type Parts, serveCommand } from '../../http/serve.ts';
import type { AppState } from '../../http/state.ts';
import { presentReceipt } from '../ledger/present-receipt.ts';
import { presentCheckIn } from './check-in.ts';

export function rewardRoutes(router: Router<AppState>, parts: Parts): void {
  serveCommand(router, parts, claimEndpoint, async ({ ctx, session, command }) => {
    const result = await claimRewards(parts.handler, session.userId, command, faucetRules(parts).claimNeeds);
    announce(ctx, result);
    return { success: true as const, receipt: presentReceipt(result) };
  });

  serveCommand(router, parts, checkInEndpoint, async ({ ctx, session, command }) => {
    const result = await checkIn(parts.handler, session.userId, command);
    announce(ctx, result);
    return presentCheckIn(result);
  });

  serveCommand(router, parts, whitelistEndpoint, async ({ ctx, session, command }) => {
    announce(ctx, await joinWhitelist(parts.handler, session.userId, command));
    return { success: true as const, joined: true as const, message: confirmations.whitelistJoined };
  });
}
