import { randomUUID } from 'node:crypto';
import type { Outlet } from './outlet.ts';
import { type Ledger, type Present, presentation } from './presentation.ts';
import type { ReadRequest } from './read-request.ts';
import { CAUGHT_UP, confirmation } from './read-response.ts';
import { streamDeleted } from './rpc-errors.ts';

const PAGE = 256;

/** A live subscription that is further behind than this catches up anew, as the stream's metadata shows it then. */
const FAR_BEHIND = 4_096;

type Following = {
  readonly ledger: Ledger;
  readonly stream: string;
  readonly present: Present;
  readonly outlet: Outlet;
};

/** A subscription to one stream, which need not exist yet. It ends with an error when it is tombstoned. */
export async function followStream(
  ledger: Ledger,
  request: ReadRequest & { stream: string },
  outlet: Outlet,
): Promise<void> {
  const { log } = ledger;
  const { stream } = request;
  const following = { ledger, stream, present: presentation(ledger, request), outlet };
  let next: number | undefined = firstRevision(request, log.streams.get(stream).last);
  if (log.streams.isTombstoned(log.streams.get(stream))) throw streamDeleted(stream);
  outlet.send(confirmation(randomUUID()));
  while (next !== undefined) {
    const caughtUp = await catchUp(following, next);
    if (caughtUp === undefined) return;
    outlet.send(CAUGHT_UP);
    next = await followLive(following, caughtUp);
  }
}

/** Sends what a read would show. The revision after all that there is, undefined when the client is gone. */
async function catchUp({ ledger, stream, present, outlet }: Following, from: number) {
  const { pages, log } = ledger;
  for (let next = from; ; ) {
    const page = pages.ofStream(stream, next, 'forwards', PAGE);
    if ('missing' in page && page.missing === 'deleted') throw streamDeleted(stream);
    if (!('missing' in page)) {
      for (const frame of page.frames) outlet.send(present(frame));
      next = page.next;
    }
    if ('missing' in page || page.isEnd) return Math.max(from, log.streams.get(stream).last + 1);
    if (!(await outlet.drained())) return undefined;
  }
}

/**
 * Sends what is appended, hidden or not: metadata is for reads. The revision from which to catch up again when the
 * client is far behind, undefined when it is gone.
 */
async function followLive({ ledger, stream, present, outlet }: Following, from: number) {
  const { pages, log } = ledger;
  let next = from;
  do {
    const page = pages.appendedTo(stream, next, PAGE);
    for (const frame of page.frames) outlet.send(present(frame));
    next = page.next;
    if (page.tombstone) {
      outlet.send(present(page.tombstone));
      throw streamDeleted(stream);
    }
    if (log.streams.get(stream).last - next > FAR_BEHIND) return next;
    const isWaiting = page.isEnd && page.frames.length === 0;
    // The look above and the registration run in one turn: no commit can slip in between.
    if (isWaiting && !(await outlet.waitFor((wake) => log.tail.watchStream(stream, wake)))) return undefined;
  } while (await outlet.drained());
  return undefined;
}

function firstRevision(request: ReadRequest, last: number): number {
  if (request.from === 'start') return 0;
  return request.from === 'end' ? last + 1 : request.from + 1;
}
