import { randomUUID } from 'node:crypto';
import type { Frame } from '../wire/frame.ts';
import {
  type AllFrom,
  type AllPosition,
  atEvent,
  BEFORE_ALL,
  beforeEvent,
  invalidPosition,
  type Place,
} from './all-position.ts';
import { Checkpoints } from './checkpoints.ts';
import type { Outlet } from './outlet.ts';
import { type Ledger, presentation } from './presentation.ts';
import type { ReadRequest } from './read-request.ts';
import { CAUGHT_UP, checkpoint, confirmation } from './read-response.ts';

const PAGE = 256;

/**
 * A subscription to `$all`. It always pulls the events after the last one it sent, from memory or from the
 * file, and sleeps when there is none: so it can neither skip nor repeat an event, however slow it is. From a position
 * beyond the end it has caught up at once, and is sent nothing until the log has passed that.
 */
export async function followAll(ledger: Ledger, request: ReadRequest, outlet: Outlet): Promise<void> {
  const { tail } = ledger.log;
  const present = presentation(ledger, request);
  const { filter } = request;
  let position = lastBefore(request.position, tail.head);
  const checkpoints =
    filter &&
    new Checkpoints({ ...filter, from: placeOf(request.position, position) }, (place) =>
      outlet.send(checkpoint(place, ledger.log.positionStep)),
    );
  const show = (frame: Frame) => {
    // Positions have no holes.
    position++;
    const isMatch = !filter || filter.matches(frame);
    if (isMatch) outlet.send(present(frame));
    return isMatch;
  };

  outlet.send(confirmation(randomUUID()));
  if (position < tail.head) {
    if (isBetween(request.position)) throw invalidPosition('subscription');
    if (!(await catchUp())) return;
    checkpoints?.caughtUp();
  }
  while (await followLive()) {
    checkpoints?.fellBehind();
    if (!(await catchUp())) return;
    checkpoints?.caughtUp();
  }

  /** Up to the newest event; false when the client is gone. */
  async function catchUp(): Promise<boolean> {
    while (position < tail.head) {
      for (const frame of nextFrames(ledger, position).frames) {
        const isMatch = show(frame);
        checkpoints?.caughtUpWith(position, isMatch);
      }
      if (!(await outlet.drained())) return false;
    }
    return true;
  }

  /** What is appended; false when the client is gone, true when it is so far behind that it must catch up again. */
  async function followLive(): Promise<boolean> {
    outlet.send(CAUGHT_UP);
    do {
      // The look here and the registration run in one turn: no commit can slip in between.
      if (position >= tail.head) {
        if (!(await outlet.waitFor((wake) => tail.watchAll(wake)))) return false;
        continue;
      }
      const { frames, fromFile } = nextFrames(ledger, position);
      if (fromFile) return true;
      for (const frame of frames) {
        const isMatch = show(frame);
        checkpoints?.liveWith(position, isMatch);
      }
    } while (await outlet.drained());
    return false;
  }
}

/** The position of the last event that is not to be sent. */
function lastBefore(from: AllFrom, head: number): number {
  if (from === 'start') return 0;
  if (from === 'end') return head;
  return from.isAtEvent && !from.isBetween ? from.position : from.position - 1;
}

function placeOf(from: AllFrom, position: number): Place {
  if (from === 'start') return BEFORE_ALL;
  return typeof from === 'object' && !from.isAtEvent ? beforeEvent(from.position) : atEvent(position);
}

function isBetween(from: AllFrom): from is AllPosition {
  return typeof from === 'object' && from.isBetween;
}

function nextFrames(ledger: Ledger, position: number): { frames: readonly Frame[]; fromFile: boolean } {
  const recent = ledger.log.tail.after(position, PAGE);
  if (recent) return { frames: recent.map((event) => event.frame), fromFile: false };
  return { frames: ledger.pages.ofAll(position + 1, 'forwards', PAGE).frames, fromFile: true };
}
