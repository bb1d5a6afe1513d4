import type { Readable } from 'node:stream';
import { type ExportRange, exportLines } from '../../../ledger/audit/export/export-lines.ts';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';
import { tooManyRequests } from '../../http/too-many-requests.ts';
import { whileTaken } from '../../http/while-taken.ts';

/** Exports of the ledger that this process sends at once. */
const AT_ONCE = 2;
/** Seconds after which somebody who finds no place may ask again. */
const RETRY_AFTER = 30;

export type LedgerExports = {
  /**
   * The text of an export while it is read from the event store: not a page is read before its receiver has taken the
   * one before.
   * @param complete the checkpoint that the lines end in, with what else is known of it
   * @throws HttpError 429 while as many are under way as may be
   */
  open(range: ExportRange, complete: (checkpoint: string) => Promise<string>): Readable;
};

/** @param patience milliseconds, for tests */
export function ledgerExports(
  pages: () => AsyncIterable<readonly ExportedEvent[]>,
  patience?: number,
): LedgerExports {
  let underWay = 0;
  return {
    open(range, complete) {
      if (underWay >= AT_ONCE) throw tooManyRequests(RETRY_AFTER);
      underWay += 1;
      const readable = whileTaken(exportLines(pages(), range, complete), patience);
      readable.once('close', () => {
        underWay -= 1;
      });
      return readable;
    },
  };
}
