import { createHash } from 'node:crypto';
import {
  EXPORT_FORMAT,
  type ExportEnd,
  type ExportedEvent,
  exportLine,
} from '../../proof/audit/exported-event.ts';
import { SealsSeen } from './seals-seen.ts';

/** Numbers of events, from 0, seals included: the first one, and the one that is not given any more; null: up to the head. */
export type ExportRange = { readonly from: number; readonly to: number | null };

/**
 * An export as its text, a piece for each page of events: a head, one line an event, and an end that tells what the
 * lines before must come to. A reader who takes no piece lets no page be read.
 * @param complete adds to the checkpoint what stands in no event: the cosignatures of witnesses
 */
export async function* exportLines(
  pages: AsyncIterable<readonly ExportedEvent[]>,
  { from, to }: ExportRange,
  complete: (checkpoint: string) => Promise<string> = async (checkpoint) => checkpoint,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const seals = new SealsSeen();
  const head = `${exportLine({ format: EXPORT_FORMAT, from, to })}\n`;
  digest.update(head);
  yield head;
  let number = 0;
  let events = 0;
  for await (const page of pages) {
    let text = '';
    for (const event of page) {
      if (to !== null && number >= to) break;
      seals.add(event);
      if (number >= from) {
        text += `${exportLine(event)}\n`;
        events += 1;
      }
      number += 1;
    }
    digest.update(text);
    // Also where there is nothing of it: whoever has gone is noticed between two pages.
    yield text;
    if (to !== null && number >= to) break;
  }
  const { keys } = seals;
  const checkpoint = seals.checkpoint && (await complete(seals.checkpoint));
  const end: ExportEnd = { end: true, events, checkpoint, notaryKeys: keys, sha256: digest.digest('hex') };
  yield `${exportLine(end)}\n`;
}
