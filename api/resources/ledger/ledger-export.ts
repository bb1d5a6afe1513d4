import type { Readable } from 'node:stream';
import { type ExportRange, exportLines } from '../../../ledger/audit/export/export-lines.ts';
import { callBudget } from '../../../ledger/call-budget.ts';
import type { ExportedEvent } from '../../../ledger/proof/audit/exported-event.ts';
import { tooManyRequests } from '../../http/too-many-requests.ts';
import { whileTaken } from '../../http/while-taken.ts';

/** Exports of the ledger that this process sends at once, and those of one caller: most of them wait for who takes them. */
const AT_ONCE = 8;
const OF_ONE = 2;
/** Pages that are read for all of them at once. */
const READ_AT_ONCE = 2;
/** Milliseconds that a page may take with its wait for those of others. */
const PAGE_PATIENCE = 60_000;
/** Seconds after which somebody who finds no place may ask again. */
const RETRY_AFTER = 30;

type Pages = AsyncIterable<readonly ExportedEvent[]>;

export type LedgerExports = {
  /**
   * The text of an export while it is read from the event store: not a page is read before its receiver has taken the
   * one before.
   * @param caller whom the limits count it for
   * @param complete the checkpoint that the lines end in, with what else is known of it
   * @throws HttpError 429 while as many are under way as may be
   */
  open(caller: string, range: ExportRange, complete: (checkpoint: string) => Promise<string>): Readable;
};

/** @param patience milliseconds, for tests */
export function ledgerExports(pages: () => Pages, patience?: number): LedgerExports {
  const underWay: string[] = [];
  const readings = callBudget(READ_AT_ONCE);
  async function* inTurn(all: Pages) {
    const iterator = all[Symbol.asyncIterator]();
    try {
      for (;;) {
        const page = await readings.run(AbortSignal.timeout(PAGE_PATIENCE), () => iterator.next());
        if (page.done) return;
        yield page.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
  return {
    open(caller, range, complete) {
      const isFull = underWay.length >= AT_ONCE || underWay.filter((one) => one === caller).length >= OF_ONE;
      if (isFull) throw tooManyRequests(RETRY_AFTER);
      underWay.push(caller);
      const readable = whileTaken(exportLines(inTurn(pages()), range, complete), patience);
      readable.once('close', () => {
        underWay.splice(underWay.indexOf(caller), 1);
      });
      return readable;
    },
  };
}
