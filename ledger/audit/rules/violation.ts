/** Something that must never be, in words. */
export class Violation extends Error {}

/** The event shows it by itself, whatever stands before it. */
export class ShownByItself extends Violation {}

/** @param otherwise in words; as a function where they are made for each event, of which most break no rule */
export function must(holds: boolean, otherwise: string | (() => string)): asserts holds {
  if (!holds) throw new Violation(typeof otherwise === 'string' ? otherwise : otherwise());
}
