const DAY_MS = 24 * 3_600_000;

/** The ISO 8601 week (UTC) of an RFC 3339 time: `2026-W05`. A week belongs to the year that has its Thursday. */
export function isoWeek(time: string): string {
  const midnight = Date.parse(`${new Date(time).toISOString().slice(0, 10)}T00:00:00Z`);
  // Sunday is 0 for JavaScript and the last day of an ISO week.
  const weekday = (new Date(midnight).getUTCDay() + 6) % 7;
  const thursday = new Date(midnight + (3 - weekday) * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS));
  return `${year}-W${String(week).padStart(2, '0')}`;
}
