import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { Share } from './commands.ts';
import type { KnownAccount } from './read-account.ts';
import { shareOf } from './share.ts';

/** Events of one call. */
const PAGE = 500;

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
  const read = (from: bigint, maxCount: number) =>
    deadline.read((signal) => store.readPage(stream, from, maxCount, signal));
  const isLater = async (asked: bigint) => {
    const [event] = await read(asked, 1);
    if (!event) throw new LedgerUnavailable(new Error(`${stream} ends before revision ${asked}`));
    return comparePositions(event.position, at) > 0;
  };
  let first = revision;
  for (let low = 0n; low < first; ) {
    const middle = (low + first) / 2n;
    if (await isLater(middle)) first = middle;
    else low = middle + 1n;
  }
  const then = await handler.readBefore(stream, account, first, deadline);
  const since: StoredEvent[] = [];
  for (let next = first; next <= revision; next = first + BigInt(since.length)) {
    const page = await read(next, Math.min(PAGE, Number(revision - next) + 1));
    if (page.length === 0)
      throw new LedgerUnavailable(new Error(`${stream} ends before revision ${revision}`));
    since.push(...page);
  }
  // An account's stream holds account events only.
  const share = shareOf(then, since as unknown as AccountEvent[]);
  return { share, revision, hasMovedOn: true };
}
