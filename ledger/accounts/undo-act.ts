import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { refusals } from '../../contracts/messages.ts';
import { parseSum } from '../../contracts/money.ts';
import type { CommandContext } from '../command-context.ts';
import { DomainError } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { AdminAct } from './admin-act.ts';
import type { AccountCommand } from './commands.ts';
import { UNDO_REF } from './undo-ref.ts';

/** There is nothing that could be undone: of another kind, or overtaken by a reset. */
export class NotUndoable extends DomainError {
  constructor() {
    super('conflict', 'NotUndoable', refusals.notUndoable);
  }
}

/**
 * Undoes what an admin did to one account: a grant by hand is revoked, what was cleared is granted again, who was
 * removed is reinstated.
 * @param undone the id of the event; `context.commandId` must follow from it, so that it is undone once
 * @throws NotUndoable, GrantNotRevocable, AccountIsRemoved, LedgerUnavailable, and what `authorize` throws
 */
export async function undoOnAccount(
  handler: CommandHandler,
  store: EventStore,
  { userId, undone, reason, dryRun, authorize }: AdminAct & { readonly undone: string },
  context: CommandContext,
) {
  const stream = streamOf('account', userId);
  const command = await compensationOf(store, stream, undone, reason, context.commandId);
  return handler.handle({
    ...context,
    stream,
    decider: account,
    command,
    input: { operation: 'undo', undone },
    dryRun,
    authorize,
  });
}

async function compensationOf(
  store: EventStore,
  stream: string,
  undone: string,
  reason: string,
  grantId: string,
): Promise<AccountCommand> {
  let event: StoredEvent<AccountEvent> | undefined;
  let resetSince = false;
  let done = false;
  for await (const stored of store.readStream(stream, 0n)) {
    // An account's stream holds account events only.
    const one = stored as unknown as StoredEvent<AccountEvent>;
    if (one.id === undone) event = one;
    if (event && one.type === 'RewardsReset') resetSince = true;
    if (one.metadata.commandId === grantId) done = true;
  }
  if (event?.type === 'AccountRemoved') return { type: 'ReinstateAccount' };
  if (event?.type === 'RewardGranted' && event.data.source === 'admin') {
    return { type: 'RevokeReward', grantId: event.data.grantId, reason };
  }
  // Where it is done already, the handler answers as it did then.
  if (event?.type !== 'BalanceCleared' || (resetSince && !done)) throw new NotUndoable();
  const amount = parseSum(event.data.amount);
  return { type: 'GrantReward', grantId, amount, source: 'admin', reason, ref: `${UNDO_REF}${undone}` };
}
