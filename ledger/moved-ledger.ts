import { comparePositions, type LedgerPosition } from '../contracts/ledger-position.ts';

/**
 * Up to where a ledger was copied from another store, or may have been; undefined where none of it was. It may become
 * known later: until then it is `EVERYWHERE`, which does nothing twice and is slow.
 */
export type MovedUntil = () => LedgerPosition | undefined;

/** Behind every place that a log can have. */
export const EVERYWHERE: LedgerPosition = { commit: 2n ** 63n - 1n, prepare: 2n ** 63n - 1n };

export function isMoved(position: LedgerPosition, until: LedgerPosition | undefined): boolean {
  return until !== undefined && comparePositions(position, until) <= 0;
}
