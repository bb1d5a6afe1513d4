/** How a carousel stands, in px. */
export type Scroll = {
  /** Of its left edge in what it holds. A fraction where the page is zoomed. */
  readonly position: number;
  /** The width that is seen. */
  readonly viewport: number;
  /** The width of all that it holds. */
  readonly content: number;
};

export type Direction = -1 | 1;

/** A pixel that rounding leaves over is no way to go. */
const ROUNDING_PX = 1;

/** At which ends it is: at both where everything is seen at once. */
export function endsOf({ position, viewport, content }: Scroll): { start: boolean; end: boolean } {
  return { start: position <= ROUNDING_PX, end: position + viewport >= content - ROUNDING_PX };
}

/** Where a step leads: never beyond an end. */
export function stepFrom(
  { position, viewport, content }: Scroll,
  step: number,
  direction: Direction,
): number {
  const furthest = Math.max(0, content - viewport);
  return Math.min(furthest, Math.max(0, position + direction * step));
}
