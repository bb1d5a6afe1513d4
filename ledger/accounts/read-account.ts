import { streamOf } from '../../contracts/events/ledger-event.ts';
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
