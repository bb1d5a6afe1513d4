import { STREAK_DAY_REWARD, STREAK_WEEK_REWARD } from '../../contracts/constants.ts';
import type { AccountEvent } from '../../contracts/events/account.ts';
import { parseEvo } from '../../contracts/money.ts';
import { granted } from './balance.ts';
import type { CheckIn } from './commands.ts';
import { AlreadyCheckedIn } from './errors.ts';
import type { AccountState } from './state.ts';

const DAY_MS = 24 * 3_600_000;

/** Once per UTC day; every seventh day in a row pays more. A day before the last one is as good as the same day. */
export function checkIn({ day, grantId }: CheckIn, state: AccountState): AccountEvent[] {
  const last = state.checkIn;
  if (last && day <= last.day) throw new AlreadyCheckedIn();
  const streak = last && isDayAfter(day, last.day) ? last.streak + 1 : 1;
  return [
    { type: 'CheckedIn', data: { day, streak } },
    granted({
      grantId,
      amount: parseEvo(streak % 7 === 0 ? STREAK_WEEK_REWARD : STREAK_DAY_REWARD),
      source: 'streak',
      reason: `Daily check-in, day ${streak}`,
      ref: day,
    }),
  ];
}

export function joinWhitelist(state: AccountState): AccountEvent[] {
  return state.whitelisted ? [] : [{ type: 'WhitelistJoined', data: {} }];
}

function isDayAfter(day: string, before: string): boolean {
  return Date.parse(day) - Date.parse(before) === DAY_MS;
}
