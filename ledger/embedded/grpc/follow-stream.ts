import { randomUUID } from 'node:crypto';
import { decodeFrame } from '../wire/frame.ts';
import type { Outlet } from './outlet.ts';
import { type Ledger, presentation } from './presentation.ts';
import type { ReadRequest } from './read-request.ts';
import { CAUGHT_UP, confirmation, FELL_BEHIND } from './read-response.ts';
import { streamDeleted } from './rpc-errors.ts';

const PAGE = 256;

/** A live subscription that is further behind than this is told so, as EventStoreDB does. */
const FAR_BEHIND = 4_096;

/** A subscription to one stream, which need not exist yet. It ends with an error when it is tombstoned. */
export async function followStream(
  ledger: Ledger,
  request: ReadRequest & { stream: string },
  outlet: Outlet,
): Promise<void> {
  const { pages, log } = ledger;
  const { stream } = request;
  const present = presentation(ledger, request);
  let next = firstRevision(request, log.streams.get(stream).last);
  let live = false;
  if (log.streams.isTombstoned(log.streams.get(stream))) throw streamDeleted(stream);
  outlet.send(confirmation(randomUUID()));

  do {
    const page = pages.ofStream(stream, next, 'forwards', PAGE);
    if ('missing' in page && page.missing === 'deleted') throw streamDeleted(stream);
    const frames = 'missing' in page ? [] : page.frames;
    if (frames.length === 0 && ('missing' in page || page.isEnd)) {
      if (!live) outlet.send(CAUGHT_UP);
      live = true;
      if (!(await outlet.waitFor((wake) => log.tail.watchStream(stream, wake)))) return;
      continue;
    }
    if (live && log.streams.get(stream).last - next > FAR_BEHIND) {
      outlet.send(FELL_BEHIND);
      live = false;
    }
    for (const frame of frames) outlet.send(present(frame));
    const last = frames.at(-1);
    next = last ? Number(decodeFrame(last).revision) + 1 : 'missing' in page ? next : page.next;
  } while (await outlet.drained());
}

function firstRevision(request: ReadRequest, last: number): number {
  if (request.from === 'start') return 0;
  return request.from === 'end' ? last + 1 : request.from + 1;
}
