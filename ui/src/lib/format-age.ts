const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Minutes under 60, hours under a day, otherwise days. */
export function formatAge(ms: number): string {
  if (ms < MINUTE_MS) return 'just now';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)}m ago`;
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)}h ago`;
  return `${Math.floor(ms / DAY_MS)}d ago`;
}

/**
 * How long ago something happened. What is newer than `now`, which is as old as the last look at the clock and right
 * to the second at best, is of just now.
 * @param now milliseconds since 1970
 */
export const ageText = (at: string, now: number): string => formatAge(Math.max(0, now - Date.parse(at)));
