/** A right that nobody can take away until it is disposed of. */
export type HeldRight = AsyncDisposable;

/**
 * Runs before each decision of a command; throws to refuse. What it gives is held until the append is over, so that
 * no act lands in the ledger after the event that took its right away. `undefined`: a right that cannot be lost.
 */
export type Authorize = () => Promise<HeldRight | undefined>;
