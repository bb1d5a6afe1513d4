import type { ExportEnd, ExportedEvent } from '../../proof/audit/exported-event.ts';

/** A ledger that can be read from its first event on. */
export type LedgerSource = {
  /** For people. */
  readonly name: string;
  /** How much there is to read, in units of its own; undefined where it does not say. */
  readonly size: () => Promise<number | undefined>;
  /** Of that, how much was read up to now. */
  readonly done: () => number;
  /**
   * In the order of `$all`; once.
   * @throws Unsound where what is read cannot be an event at all
   * @throws CannotRead
   */
  readonly pages: () => AsyncIterable<readonly ExportedEvent[]>;
  /** What an export says of itself at its end, once all was read; undefined for a store. */
  readonly end: () => ExportEnd | undefined;
  readonly close: () => Promise<void>;
};

/** Nothing can be said of the ledger: it is not there, is something else, or stopped answering. */
export class CannotRead extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'CannotRead';
  }
}
