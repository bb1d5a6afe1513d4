import type { ClaimNeeds } from '../../contracts/constants.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';

/**
 * Claims everything that is pending on the account.
 * @param needs what the claim asks of the account
 * @throws NothingToClaim, IdentityNeeded, ClaimsAreHeld, AccountNotFound, IdempotencyKeyReused, LedgerUnavailable
 */
export function claimRewards(
  handler: CommandHandler,
  userId: string,
  context: CommandContext,
  needs: ClaimNeeds = 'nothing',
) {
  return handler.handle({
    ...context,
    stream: streamOf('account', userId),
    decider: account,
    command: { type: 'ClaimRewards', claimId: context.commandId, needs },
    input: { operation: 'claim-rewards', userId },
  });
}
