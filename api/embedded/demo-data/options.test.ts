import { expect, test } from 'vitest';
import { BadOption } from '../../../ledger/typed-options.ts';
import { readOptions } from './options.ts';

test('a year of two thousand people that ends today, unless told; or help', () => {
  const today = new Date().toISOString().slice(0, 10);
  const yearAgo = new Date(Date.parse(today) - 365 * 24 * 3_600_000).toISOString().slice(0, 10);
  expect(readOptions(['--until', today])).toEqual({
    ...{ seed: 'evo', users: 2_000, days: 365, activity: 1, from: yearAgo },
  });
  expect(readOptions(['--help'])).toBeUndefined();
});

test.each([
  [['--users', '0'], /--users is a whole number/],
  [['--users', 'many'], /--users is a whole number/],
  [['--until', 'tomorrow'], /--until is a day/],
  [['--activity', '2'], /--activity is a number/],
  [['--activity', ' '], /--activity is a number/],
  [['--days', '-1'], /--days is a whole number from 1 to 3650/],
  [['--days', '--users', '5'], /--days/],
  [['--color', 'red'], /Unknown option/],
])('%j is refused in one line', (options, text) => {
  const refused = () => readOptions(options);
  expect(refused).toThrow(BadOption);
  expect(refused).toThrow(text);
  expect(refused).not.toThrow('\n');
});
