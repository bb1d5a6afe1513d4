import { v5 as uuidv5 } from 'uuid';
import { clusterTexts } from '../../../contracts/admin-messages.ts';
import type { AdminAct } from '../../../ledger/accounts/admin-act.ts';
import { holdClaimsByAdmin, releaseClaimsByAdmin } from '../../../ledger/accounts/hold-claims.ts';
import { pendingOf } from '../../../ledger/accounts/state.ts';
import type { CommandContext } from '../../../ledger/command-context.ts';
import { DomainError } from '../../../ledger/domain-error.ts';
import type { CommandHandler } from '../../../ledger/handle-command.ts';

export type Held = {
  readonly results: Awaited<ReturnType<typeof holdClaimsByAdmin>>[];
  /** Base units that are pending on the accounts that were held or released. */
  readonly pending: bigint;
  readonly failed: { userId: string; message: string }[];
};

/** Accounts that are acted on side by side. */
const AT_ONCE = 16;

const ACTS = { hold: holdClaimsByAdmin, release: releaseClaimsByAdmin } as const;

/**
 * Holds or releases the claims of accounts, each under a key of its own that follows from the command's: sent again,
 * each is done once.
 * @throws LedgerUnavailable when one of them is not certain; what was done stays
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
  const held: Held = { results: [], pending: 0n, failed: [] };
  let pending = 0n;
  const ids = [...new Set(userIds)];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    await Promise.all(
      ids.slice(at, at + AT_ONCE).map(async (userId) => {
        const each = { ...command, commandId: uuidv5(`${kind}/${userId}`, command.commandId) };
        if (kind === 'release' && userId === ownId) {
          held.failed.push({ userId, message: clusterTexts.notYourOwn });
          return;
        }
        try {
          const result = await ACTS[kind](handler, { userId, ...act }, each);
          held.results.push(result);
          pending += pendingOf(result.before);
        } catch (refusal) {
          if (!(refusal instanceof DomainError) || refusal.code === 'NotAnAdmin') throw refusal;
          held.failed.push({ userId, message: refusal.message });
        }
      }),
    );
  }
  return { ...held, pending };
}
