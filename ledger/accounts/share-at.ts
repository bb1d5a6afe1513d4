import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import { comparePositions, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { NodeBehind } from '../aggregates.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';
import type { CommandHandler } from '../handle-command.ts';
import { account } from './account.ts';
import type { Share } from './commands.ts';
import { shareOf } from './share.ts';

/** Events of one call. */
const PAGE = 500;

/** A share, and whether anything has happened to the account since the position that it is of. */
export type ShareThen = { readonly share: Share; readonly hasMovedOn: boolean };

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

/**
 * What is left now of that which an account had at a position of the ledger.
 * @throws as `readKnownAccount`
 */
export async function shareAt(
  store: EventStore,
  handler: CommandHandler,
  known: KnownAccount,
  at: LedgerPosition,
): Promise<ShareThen> {
  const stream = streamOf('account', known.userId);
  const { state: now, revision: end, position } = await readKnownAccount(handler, known);
  // Mostly nothing has happened since.
  if (end === undefined || !position || comparePositions(position, at) <= 0) {
    return { share: shareOf(now, [], now), hasMovedOn: false };
  }
  const deadline = handler.newDeadline();
  const read = (from: bigint, maxCount: number) =>
    deadline.read((signal) => store.readPage(stream, from, maxCount, signal));
  const isLater = async (revision: bigint) => {
    const [event] = await read(revision, 1);
    if (!event) throw new LedgerUnavailable(new Error(`${stream} ends before revision ${revision}`));
    return comparePositions(event.position, at) > 0;
  };
  let first = end;
  for (let low = 0n; low < first; ) {
    const middle = (low + first) / 2n;
    if (await isLater(middle)) first = middle;
    else low = middle + 1n;
  }
  const then = await handler.readBefore(stream, account, first, deadline);
  const since: StoredEvent[] = [];
  for (let next = first; next <= end; next = first + BigInt(since.length)) {
    const page = await read(next, Math.min(PAGE, Number(end - next) + 1));
    if (page.length === 0) throw new LedgerUnavailable(new Error(`${stream} ends before revision ${end}`));
    since.push(...page);
  }
  // An account's stream holds account events only.
  const share = shareOf(then, since as unknown as AccountEvent[], now);
  return { share, hasMovedOn: true };
}
