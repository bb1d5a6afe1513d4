/** Something that must never be, in words. */
export class Violation extends Error {}

/** What the ledger must be; a switch is off where another part of the program does not hold it yet. */
export type Strictness = {
  /** A mass act takes nothing that was earned after its request. */
  readonly massActsTakeNothingLater: boolean;
  /** Revoking a grant takes nothing but that grant: none of it was claimed or cleared before. */
  readonly undoTakesOnlyItsOwn: boolean;
};

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Violation(otherwise);
}
