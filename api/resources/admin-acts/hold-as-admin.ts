import { v5 as uuidv5 } from 'uuid';
import { clusterTexts } from '../../../contracts/admin-messages.ts';
import type { AdminAct } from '../../../ledger/accounts/admin-act.ts';
import { holdClaimsByAdmin, releaseClaimsByAdmin } from '../../../ledger/accounts/hold-claims.ts';
import { pendingOf } from '../../../ledger/accounts/state.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';
import { type DoneOnEach, onEachAccount } from './on-each-account.ts';

export type Held = DoneOnEach<Awaited<ReturnType<typeof holdClaimsByAdmin>>> & {
  /** Base units that are pending on the accounts that were held or released. */
  readonly pending: bigint;
};

const ACTS = { hold: holdClaimsByAdmin, release: releaseClaimsByAdmin } as const;

/**
 * Holds or releases the claims of accounts, each under a key of its own that follows from the command's: sent again,
 * each is done once.
 * @throws as `onEachAccount`
 */
export async function holdAsAdmin(
  handler: CommandHandler,
  kind: keyof typeof ACTS,
  {
    userIds,
    ownId,
    ...act
  }: Omit<AdminAct, 'userId'> & {
    readonly userIds: readonly string[];
    /** Of the admin's own account, which they may hold and somebody else must release. */
    readonly ownId: string;
  },
  command: CommandContext,
): Promise<Held> {
  const { results, failed } = await onEachAccount(userIds, async (userId) => {
    if (kind === 'release' && userId === ownId) {
      throw new DomainError('forbidden', 'OwnClaimsHeld', clusterTexts.notYourOwn);
    }
    const each = { ...command, commandId: uuidv5(`${kind}/${userId}`, command.commandId) };
    return ACTS[kind](handler, { userId, ...act }, each);
  });
  const pending = results.reduce((sum, { before }) => sum + pendingOf(before), 0n);
  return { results, failed, pending };
}
