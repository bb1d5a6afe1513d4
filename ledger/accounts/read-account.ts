import { streamOf } from '../../contracts/events/ledger-event.ts';
import { NodeBehind } from '../aggregates.ts';
import type { Deadline } from '../deadline.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { AccountState } from './state.ts';

/**
 * The account as the ledger has it now, whatever the read models have reached: what its owner did a moment ago is
 * in it.
 * @throws LedgerUnavailable
 */
export function readAccount(
  handler: CommandHandler,
  userId: string,
  deadline?: Deadline,
): Promise<AccountState> {
  return handler.read(streamOf('account', userId), account, deadline);
}

/** An account, and the revision that its stream is known to have at the least. */
export type KnownAccount = { readonly userId: string; readonly revision: bigint };

/**
 * An account as the ledger has it now.
 * @throws LedgerUnavailable, also where the node that was asked lacks what the account is known to have; LedgerCorrupt
 */
export async function readKnownAccount(handler: CommandHandler, { userId, revision }: KnownAccount) {
  const stream = streamOf('account', userId);
  const aggregate = await handler.aggregate(stream, account);
  if ((aggregate.revision ?? -1n) < revision) throw new NodeBehind(stream, revision);
  return aggregate;
}
