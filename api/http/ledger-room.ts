import type { Logger } from 'pino';
import { saysFull } from '../../ledger/disk-full.ts';
import { LedgerFull } from '../../ledger/domain-error.ts';
import type { EventStore } from '../../ledger/event-store.ts';

/** Whether the event store has room for what is appended. */
export type LedgerRoom = {
  /** From an append that found none to one that did; of what nobody has tried for ten minutes nothing is known. */
  readonly isFull: () => boolean;
};

const isOfFull = (cause: unknown): boolean => cause instanceof LedgerFull || saysFull(cause);

/** Milliseconds. */
const FORGOTTEN_AFTER = 600_000;

/** An event store whose appends tell whether it has room: each is tried, so that all goes on by itself when it has. */
export function watchRoom(store: EventStore, logger: Logger): LedgerRoom & { readonly store: EventStore } {
  let fullAt: number | undefined;
  const note = (isFull: boolean) => {
    if (isFull && fullAt === undefined) logger.error('the ledger takes no commands: its disk is full');
    if (!isFull && fullAt !== undefined) logger.info('the ledger takes commands again');
    fullAt = isFull ? performance.now() : undefined;
  };
  return {
    isFull: () => fullAt !== undefined && performance.now() - fullAt <= FORGOTTEN_AFTER,
    store: {
      ...store,
      async append(...proposal) {
        const outcome = await store.append(...proposal);
        if (outcome.kind === 'appended') note(false);
        if (outcome.kind === 'unknown' && isOfFull(outcome.cause)) note(true);
        return outcome;
      },
    },
  };
}
