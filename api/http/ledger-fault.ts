import type { Logger } from 'pino';
import type { LedgerCorrupt } from '../../ledger/domain-error.ts';

/** Whether this process has met something in the ledger that cannot have been written there. */
export type LedgerFault = {
  readonly note: (error: LedgerCorrupt) => void;
  readonly isFound: () => boolean;
};

/** Once found it stays found: who has looked starts the process again. Each new one is logged once. */
export function createLedgerFault(logger: Logger): LedgerFault {
  const found = new Set<string>();
  return {
    note(error) {
      if (found.has(error.message)) return;
      if (found.size < MOST_REMEMBERED) found.add(error.message);
      logger.error({ err: error }, 'the ledger is corrupt: nothing more is built on what was found');
    },
    isFound: () => found.size > 0,
  };
}

const MOST_REMEMBERED = 1_000;
