import { comparePositions, type LedgerPosition } from '../contracts/ledger-position.ts';
import type { Deadline } from './deadline.ts';
import { LedgerUnavailable } from './domain-error.ts';
import type { StoredEvent } from './envelope.ts';
import type { EventStore } from './event-store.ts';

/** Events of one call. */
const PAGE = 500;

/**
 * A stream's events behind a position of the ledger, up to one of which it is known that it stands behind it. Where they
 * begin is looked up: what stands before is not read.
 * @param last the revision of that event, with which they end
 * @throws LedgerUnavailable, also where the node that was asked does not have all of them; LedgerCorrupt
 */
export async function eventsBehind(
  store: Pick<EventStore, 'readPage'>,
  { stream, last }: { readonly stream: string; readonly last: bigint },
  at: LedgerPosition,
  deadline: Deadline,
): Promise<readonly StoredEvent[]> {
  const read = (from: bigint, maxCount: number) =>
    deadline.read((signal) => store.readPage(stream, from, maxCount, signal));
  const isBehind = async (asked: bigint) => {
    const [event] = await read(asked, 1);
    if (!event) throw new LedgerUnavailable(new Error(`${stream} ends before revision ${asked}`));
    return comparePositions(event.position, at) > 0;
  };
  let first = last;
  for (let low = 0n; low < first; ) {
    const middle = (low + first) / 2n;
    if (await isBehind(middle)) first = middle;
    else low = middle + 1n;
  }
  const events: StoredEvent[] = [];
  for (let next = first; next <= last; next = first + BigInt(events.length)) {
    const page = await read(next, Math.min(PAGE, Number(last - next) + 1));
    if (page.length === 0) throw new LedgerUnavailable(new Error(`${stream} ends before revision ${last}`));
    events.push(...page);
  }
  return events;
}
