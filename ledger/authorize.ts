import type { Right } from '../contracts/events/event.ts';
import type { Deadline } from './deadline.ts';

/** What a right is asked for: one append at one revision. */
export type RightUse = {
  readonly stream: string;
  /** The revision that the append will follow; undefined for a stream that is not there yet. */
  readonly expected: bigint | undefined;
  readonly commandId: string;
  readonly deadline: Deadline;
  /** Nothing is appended: the right is looked at, and there is nothing to hold it for. */
  readonly isDryRun?: true;
};

/**
 * A right that nobody can take away until it is disposed of. Who holds it disposes of it when the append has succeeded,
 * or can succeed no more; not before.
 */
export type HeldRight = AsyncDisposable & {
  /** For the metadata of the events; undefined where what is held is no right of an admin. */
  readonly right?: Right;
  /** Told the revision of the last event once the append has succeeded, before the right is given back. */
  readonly onAppended?: (revision: bigint) => Promise<void>;
  /** Whether it is gone: others may have acted since, and know nothing of what it was held for. */
  readonly isLost?: () => boolean;
  /** In the place of disposing of it, where it is not certain what became of the append, and nobody will find out. */
  readonly abandon?: () => void;
};

/**
 * Runs before each decision of a command; throws to refuse. What it gives is held until the append's outcome is
 * certain, so that no act lands in the ledger after the event that took its right away.
 */
export type Authorize = (use: RightUse) => Promise<HeldRight | undefined>;
