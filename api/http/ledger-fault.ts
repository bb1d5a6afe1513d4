import type { Logger } from 'pino';
import { LedgerAhead, type LedgerCorrupt } from '../../ledger/domain-error.ts';

/** Whether this process has met something in the ledger on which it builds nothing. */
export type LedgerFault = {
  readonly note: (error: LedgerCorrupt) => void;
  /** In words; undefined while nothing was found. What cannot have been written there is said first. */
  readonly found: () => string | undefined;
};

const CORRUPT = 'corrupt: the log says where';
const AHEAD = 'holds what only a newer release can read: the log says where';

/** Once found it stays found: who has looked starts the process again. Each new one is logged once. */
export function createLedgerFault(logger: Logger): LedgerFault {
  const noted = new Set<string>();
  let found: string | undefined;
  return {
    note(error) {
      const isAhead = error instanceof LedgerAhead;
      if (found !== CORRUPT) found = isAhead ? AHEAD : CORRUPT;
      if (noted.has(error.message)) return;
      if (noted.size < MOST_REMEMBERED) noted.add(error.message);
      const what = isAhead ? 'the ledger holds what only a newer release can read' : 'the ledger is corrupt';
      logger.error({ err: error }, `${what}: nothing more is built on what was found`);
    },
    found: () => found,
  };
}

const MOST_REMEMBERED = 1_000;
