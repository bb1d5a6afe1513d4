import type { AccountEvent } from '../../contracts/events/account.ts';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { parseSum } from '../../contracts/money.ts';
import type { RightUse } from '../authorize.ts';
import type { EventStore } from '../event-store.ts';
import { eventsBehind } from '../events-behind.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import { hasRoomFor } from './balance.ts';
import { AccountIsRemoved, BalanceTooLarge } from './errors.ts';

/**
 * For `authorize` of a grant whose account is passed over where it cannot be paid: it refuses where that was so at any
 * moment since a position of the ledger, whoever asks, and however late. What was passed over once is in no event, and is
 * not paid because it is told again when the account was let in again, or has room again.
 * @param amount base units
 * @throws AccountIsRemoved, BalanceTooLarge, LedgerUnavailable, LedgerCorrupt
 */
export async function payableSince(
  store: Pick<EventStore, 'readPage'>,
  handler: Pick<CommandHandler, 'aggregateFrom'>,
  { at, amount }: { readonly at: LedgerPosition; readonly amount: bigint },
  { stream, expected, deadline }: RightUse,
): Promise<undefined> {
  if (expected === undefined) return;
  const now = await handler.aggregateFrom(stream, account, expected, deadline);
  const { state, revision = expected, position = at } = now;
  // What cannot be paid now the account itself refuses. Of most it is known that they always could.
  if (state.removed || !hasRoomFor(amount, state.granted)) return;
  if (!state.reinstated && hasRoomFor(amount, state.mostGranted)) return;
  if (comparePositions(position, at) <= 0) return;
  const since = await eventsBehind(store, { stream, last: revision }, at, deadline);
  let { granted } = state;
  // An account's stream holds account events only.
  for (const { type, data } of (since as unknown as readonly AccountEvent[]).toReversed()) {
    // Until then it was removed.
    if (type === 'AccountReinstated') throw new AccountIsRemoved();
    if (type === 'RewardGranted') granted -= parseSum(data.amount);
    else if (type === 'RewardsRestored') granted -= parseSum(data.total);
    else if (type === 'RewardsReset') granted += parseSum(data.total);
    else if (type === 'BalanceCleared' || type === 'RewardRevoked') granted += parseSum(data.amount);
    if (!hasRoomFor(amount, granted)) throw new BalanceTooLarge();
  }
}
