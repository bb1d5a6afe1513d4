const HOUR_MS = 3_600_000;
const DAY_HOURS = 24;
/** A week. */
const DATE_HOURS = 168;

/**
 * How old a post is: in hours under 24, in days under 168 hours, otherwise its date where the reader is.
 * @param now milliseconds since 1970
 */
export function postAge(createdAt: string, now: number): string {
  const at = Date.parse(createdAt);
  const hours = Math.floor((now - at) / HOUR_MS);
  // The clocks of a platform and of a reader differ by minutes; a post of tomorrow has a date and no age.
  if (hours < -1 || hours >= DATE_HOURS) return dateOf(at);
  if (hours < 1) return 'under 1h ago';
  return hours < DAY_HOURS ? `${hours}h ago` : `${Math.floor(hours / DAY_HOURS)}d ago`;
}

const dateOf = (at: number): string =>
  new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });
