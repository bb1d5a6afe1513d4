import type { User } from '../../../contracts/api/user.ts';

const DAY_MS = 24 * 3_600_000;

/** A streak lasts through the day after its last check-in (UTC). `now` is milliseconds. */
export function presentStreak(
  lastDay: string | null,
  streak: number,
  now: number,
): Pick<User, 'streak' | 'checkedInToday'> {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10);
  // A day ahead of this clock was today for another replica's.
  const checkedInToday = lastDay !== null && lastDay >= day(now);
  return { streak: checkedInToday || lastDay === day(now - DAY_MS) ? streak : 0, checkedInToday };
}
