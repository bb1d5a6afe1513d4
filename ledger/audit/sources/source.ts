import type { Digests } from '../../proof/audit/digests.ts';
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
   * @throws Unsound where what is read cannot be an event at all, or behind the last one where the file was altered
   * @throws CannotRead
   */
  readonly pages: () => AsyncIterable<readonly ExportedEvent[]>;
  /**
   * The same, with what was hashed of them beside: instead of `pages`, where the source has it. Whether the file was
   * altered is asked by itself then.
   */
  readonly hashedPages?: () => AsyncIterable<HashedPage>;
  /**
   * Once all was read by `hashedPages` and all else was asked, which says more: whether the file is as it was written.
   * @throws Unsound
   */
  readonly checkWhole?: () => void;
  /** What an export says of itself at its end, once all was read; undefined for a store. */
  readonly end: () => ExportEnd | undefined;
  /** Of an export of the first events alone, once all was read: how many were asked for. */
  readonly askedFor?: () => number | undefined;
  readonly close: () => Promise<void>;
};

/** Events, and what was hashed of them where that was done already. */
export type HashedPage = { readonly events: readonly ExportedEvent[]; readonly digests?: Digests };

export async function* hashedPagesOf(source: LedgerSource): AsyncGenerator<HashedPage> {
  if (source.hashedPages) yield* source.hashedPages();
  else for await (const events of source.pages()) yield { events };
}

/** Nothing can be said of the ledger: it is not there, is something else, or stopped answering. */
export class CannotRead extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'CannotRead';
  }
}
