import { invalidPosition } from './all-position.ts';
import { followAll } from './follow-all.ts';
import { followStream } from './follow-stream.ts';
import type { OpenCalls } from './open-calls.ts';
import { Outlet, type ReadCall } from './outlet.ts';
import { type Ledger, presentation } from './presentation.ts';
import { parseReadRequest, type ReadRequest } from './read-request.ts';
import { lastAllStreamPosition, lastStreamPosition, streamNotFound } from './read-response.ts';
import { readFailed, shuttingDown, streamDeleted, unreadable } from './rpc-errors.ts';

/** Streams.Read: reads and catch-up subscriptions of a stream or of `$all`. */
export function read(ledger: Ledger, calls: OpenCalls): (call: ReadCall) => void {
  return (call) => {
    const outlet = new Outlet(call);
    // A subscription that ended without a word would leave its client waiting for ever; a read has an end of its own.
    calls.add(call, () => {
      if (call.request.getOptions()?.hasSubscription()) outlet.fail(shuttingDown());
    });
    serve(ledger, call, outlet).then(
      () => outlet.end(),
      (error: Error) => outlet.fail(readFailed(error)),
    );
  };
}

async function serve(ledger: Ledger, call: ReadCall, outlet: Outlet): Promise<void> {
  const request = parseReadRequest(call.request, ledger.log.positionStep);
  const { stream } = request;
  if (request.count === undefined) {
    if (stream === undefined) return followAll(ledger, request, outlet);
    return followStream(ledger, { ...request, stream }, outlet);
  }
  if (stream === undefined) return readAll(ledger, request, request.count, outlet);
  return readStream(ledger, { ...request, stream }, request.count, outlet);
}

async function readStream(
  ledger: Ledger,
  request: ReadRequest & { stream: string },
  count: number,
  outlet: Outlet,
): Promise<void> {
  const present = presentation(ledger, request);
  if (count === 0 || (request.direction === 'forwards' && request.from === 'end')) throw unreadable();
  let next = request.from === 'start' ? 0 : request.from === 'end' ? Number.MAX_SAFE_INTEGER : request.from;
  for (let left = count; ; ) {
    const page = ledger.pages.ofStream(request.stream, next, request.direction, left);
    if ('missing' in page) {
      if (page.missing === 'deleted') throw streamDeleted(request.stream);
      return outlet.send(streamNotFound(request.stream));
    }
    for (const frame of page.frames) outlet.send(present(frame));
    left -= page.frames.length;
    next = page.next;
    if (page.isEnd || left <= 0) break;
    if (!(await outlet.drained())) return;
  }
  if (request.compatibility >= 1) {
    outlet.send(lastStreamPosition(Math.max(0, ledger.log.streams.get(request.stream).last)));
  }
}

async function readAll(ledger: Ledger, request: ReadRequest, count: number, outlet: Outlet): Promise<void> {
  const present = presentation(ledger, request);
  const { pages, log } = ledger;
  // EventStoreDB reads pages of no event, one after the other, and never comes to an end.
  if (count === 0) return void (await outlet.waitFor(() => () => {}));
  requireValid(request, log.tail.head);
  let next = allStart(request, log.tail.head);
  for (let left = count; left > 0; ) {
    const page = pages.ofAll(next, request.direction, request.filter ? Number.MAX_SAFE_INTEGER : left);
    for (const frame of page.frames) {
      if (left <= 0 || (request.filter && !request.filter.matches(frame))) continue;
      outlet.send(present(frame));
      left--;
    }
    next = page.next;
    if (page.isEnd) break;
    if (!(await outlet.drained())) return;
  }
  if (request.compatibility >= 1) outlet.send(lastAllStreamPosition(log.tail.head * log.positionStep));
}

/** Forwards a position is inclusive; backwards, where it marks an end, exclusive. */
function allStart({ direction, position }: ReadRequest, head: number): number {
  const forwards = direction === 'forwards';
  if (position === 'start') return forwards ? 1 : 0;
  if (position === 'end') return forwards ? head + 1 : head;
  return forwards ? position.position : position.position - 1;
}

/** Beyond the end there is nothing forwards, and backwards no way to begin. */
function requireValid({ direction, position, filter }: ReadRequest, head: number): void {
  if (typeof position === 'string') return;
  const isBeyond = position.position > head + 1;
  const isInvalid =
    direction === 'forwards'
      ? position.isBetween && position.position <= head
      : isBeyond || position.isBetween;
  if (isInvalid) throw invalidPosition(filter ? 'filtered-read' : 'read');
}
