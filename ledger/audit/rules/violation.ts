/** Something that must never be, in words. */
export class Violation extends Error {}

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Violation(otherwise);
}
