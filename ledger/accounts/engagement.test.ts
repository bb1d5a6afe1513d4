import { describe, test } from 'vitest';
import type { AccountEvent } from '../../contracts/events/account.ts';
import type { AccountCommand } from './commands.ts';
import { AlreadyCheckedIn, UsernameUnchanged } from './errors.ts';
import { given, granted, id, opened } from './testing/account-events.ts';

const checkIn = (day: string): AccountCommand => ({ type: 'CheckIn', day, grantId: id(3) });
const checkedIn = (day: string, streak: number): AccountEvent => ({
  type: 'CheckedIn',
  data: { day, streak },
});
const paid = (amount: string, day: string, streak: number) =>
  granted(amount, { source: 'streak', reason: `Daily check-in, day ${streak}`, ref: day });

describe('checking in', () => {
  test('begins a streak', () =>
    given(opened)
      .when(checkIn('2026-03-01'))
      .then(checkedIn('2026-03-01', 1), paid('1', '2026-03-01', 1)));
  test('once per day', () =>
    given(opened, checkedIn('2026-03-01', 1)).when(checkIn('2026-03-01')).fails(AlreadyCheckedIn));
  test('the day after goes on, over the end of a month and a leap day', () => {
    given(opened, checkedIn('2026-03-31', 3))
      .when(checkIn('2026-04-01'))
      .then(checkedIn('2026-04-01', 4), paid('1', '2026-04-01', 4));
    given(opened, checkedIn('2028-02-28', 3))
      .when(checkIn('2028-02-29'))
      .then(checkedIn('2028-02-29', 4), paid('1', '2028-02-29', 4));
  });
  test('a day left out begins again', () =>
    given(opened, checkedIn('2026-03-01', 5))
      .when(checkIn('2026-03-03'))
      .then(checkedIn('2026-03-03', 1), paid('1', '2026-03-03', 1)));
  test('the seventh in a row pays more', () =>
    given(opened, checkedIn('2026-03-06', 6))
      .when(checkIn('2026-03-07'))
      .then(checkedIn('2026-03-07', 7), paid('5', '2026-03-07', 7)));
  test('a day that has passed is refused, as when a clock was turned back', () =>
    given(opened, checkedIn('2026-03-02', 2)).when(checkIn('2026-03-01')).fails(AlreadyCheckedIn));
});

describe('the whitelist', () => {
  test('is joined once', () => {
    given(opened).when({ type: 'JoinWhitelist' }).then({ type: 'WhitelistJoined', data: {} });
    given(opened, { type: 'WhitelistJoined', data: {} }).when({ type: 'JoinWhitelist' }).then();
  });
});

describe('the username', () => {
  const rename = (username: string): AccountCommand => ({ type: 'ChangeUsername', username });
  const renamed = (username: string): AccountEvent => ({ type: 'UsernameChanged', data: { username } });
  test('is changed', () => given(opened).when(rename('anna')).then(renamed('anna')));
  test('the same name is no change', () =>
    given(opened, renamed('anna')).when(rename('anna')).fails(UsernameUnchanged));
  test('another case is another name', () =>
    given(opened, renamed('anna')).when(rename('Anna')).then(renamed('Anna')));
});
