import { randomUUID } from 'node:crypto';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { Decider } from '../decider.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { AccountState } from './state.ts';

/** Decides nothing: what is left of the handler is its fold, brought up to the ledger's head. */
const onlooker: Decider<AccountState, undefined, AccountEvent> = { ...account, decide: () => [] };

/**
 * The account as the ledger has it now, whatever the read models have reached: what its owner did a moment ago is
 * in it.
 * @throws LedgerUnavailable
 */
export async function readAccount(handler: CommandHandler, userId: string): Promise<AccountState> {
  const commandId = randomUUID();
  const { after } = await handler.handle({
    stream: streamOf('account', userId),
    decider: onlooker,
    command: undefined,
    commandId,
    input: { operation: 'read-account' },
    actor: { kind: 'system' },
    occurredAt: '',
    correlationId: commandId,
    dryRun: true,
  });
  return after;
}
