import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { EventStore } from '../event-store.ts';
import { eventsBehind } from '../events-behind.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { Share } from './commands.ts';
import type { KnownAccount } from './read-account.ts';
import { shareOf } from './share.ts';

/**
 * A share, the revision of the account that it was made from, and whether anything has happened to the account since
 * the position that it is of.
 */
export type ShareThen = {
  readonly share: Share;
  readonly revision: bigint | undefined;
  readonly hasMovedOn: boolean;
};

/**
 * What is left of that which an account had at a position of the ledger. What is known of it reaches that position.
 * What came since may be missing, where the account is in memory: the share holds for the revision that is told with it.
 * @throws LedgerUnavailable, also where the node that was asked lacks what the account is known to have; LedgerCorrupt
 */
export async function shareAt(
  store: EventStore,
  handler: CommandHandler,
  known: KnownAccount,
  at: LedgerPosition,
): Promise<ShareThen> {
  const stream = streamOf('account', known.userId);
  const { state: now, revision, position } = await handler.aggregateFrom(stream, account, known.revision);
  // Mostly nothing has happened since.
  if (revision === undefined || !position || comparePositions(position, at) <= 0) {
    return { share: shareOf(now, []), revision, hasMovedOn: false };
  }
  const deadline = handler.newDeadline();
  const since = await eventsBehind(store, { stream, last: revision }, at, deadline);
  const first = revision + 1n - BigInt(since.length);
  const then = await handler.readBefore(stream, account, first, deadline);
  // An account's stream holds account events only.
  const share = shareOf(then, since as unknown as AccountEvent[]);
  return { share, revision, hasMovedOn: true };
}
