const DAY_MS = 24 * 3_600_000;

/** Milliseconds from a moment to the next midnight UTC, at which a day of check-ins ends. */
export function untilMidnight(now: number): number {
  return DAY_MS - (now % DAY_MS);
}
