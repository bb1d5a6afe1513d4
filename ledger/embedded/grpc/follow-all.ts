import { randomUUID } from 'node:crypto';
import type { Frame } from '../wire/frame.ts';
import type { Outlet } from './outlet.ts';
import { type Ledger, presentation } from './presentation.ts';
import type { ReadRequest } from './read-request.ts';
import { CAUGHT_UP, checkpoint, confirmation, FELL_BEHIND } from './read-response.ts';

const PAGE = 256;

/**
 * A subscription to `$all`. It always pulls the events after the last one it sent, from memory or from the
 * file, and sleeps when there is none: so it can neither skip nor repeat an event, however slow it is.
 */
export async function followAll(ledger: Ledger, request: ReadRequest, outlet: Outlet): Promise<void> {
  const { tail } = ledger.log;
  const present = presentation(ledger, request);
  const { filter } = request;
  outlet.send(confirmation(randomUUID()));
  let position = request.from === 'start' ? 0 : request.from === 'end' ? tail.head : request.from;
  let checkpointed = 0;
  let considered = 0;
  let live = false;

  const sendCheckpoint = () => {
    if (!filter || position === 0 || position === checkpointed) return;
    outlet.send(checkpoint(position));
    checkpointed = position;
  };

  do {
    if (position >= tail.head) {
      if (!live) {
        sendCheckpoint();
        outlet.send(CAUGHT_UP);
        live = true;
      }
      // The check above and the registration run in one turn: no commit can slip in between.
      if (!(await outlet.waitFor((wake) => tail.watchAll(wake)))) return;
      continue;
    }
    const { frames, fromFile } = nextFrames(ledger, position);
    if (live && fromFile) {
      outlet.send(FELL_BEHIND);
      sendCheckpoint();
      live = false;
    }
    for (const frame of frames) {
      // Positions have no holes.
      position++;
      if (!filter || filter.matches(frame)) outlet.send(present(frame));
      if (filter && ++considered % filter.checkpointInterval === 0) sendCheckpoint();
    }
  } while (await outlet.drained());
}

function nextFrames(ledger: Ledger, position: number): { frames: readonly Frame[]; fromFile: boolean } {
  const recent = ledger.log.tail.after(position, PAGE);
  if (recent) return { frames: recent.map((event) => event.frame), fromFile: false };
  return { frames: ledger.pages.ofAll(position + 1, 'forwards', PAGE).frames, fromFile: true };
}
