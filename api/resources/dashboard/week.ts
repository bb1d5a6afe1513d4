/** "This week" of the dashboard and of the referrals: the last seven days, in milliseconds. */
export const WEEK_MS = 7 * 24 * 3_600_000;
