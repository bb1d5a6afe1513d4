import { expect, test } from 'vitest';
import { chartPoints, dayNames, dayTicks } from './chart-points.ts';

const day = (text: string, total: string) => ({
  day: text,
  totalRewards: total,
  claimedRewards: '0',
  pendingRewards: total,
});

const shown = (days: readonly ReturnType<typeof day>[], today: string) =>
  chartPoints(days, today).map(({ at, total }) => [new Date(at).toISOString().slice(0, 10), total]);

test('it begins with nothing, and the last totals hold until the end of today', () => {
  expect(shown([day('2026-01-01', '100'), day('2026-01-03', '150')], '2026-01-09')).toEqual([
    ['2025-12-31', 0],
    ['2026-01-01', 100],
    ['2026-01-03', 150],
    ['2026-01-10', 150],
  ]);
});

test('a change of today holds until its end; no days are no points', () => {
  expect(shown([day('2026-01-09', '1')], '2026-01-09')).toEqual([
    ['2026-01-08', 0],
    ['2026-01-09', 1],
    ['2026-01-10', 1],
  ]);
  expect(shown([], '2026-01-09')).toEqual([]);
});

test('where the server tells of the last 366 days only, what was before is not made up', () => {
  const days = Array.from({ length: 366 }, (_, n) =>
    day(new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10), '7'),
  );
  expect(shown(days, '2026-01-01')[0]).toEqual(['2025-01-01', 7]);
});

test.each([
  ['2026-01-01', '2026-01-01', ['2025-12-31', '2026-01-01']],
  ['2025-01-02', '2025-12-31', ['2025-01-01', '2025-03-15', '2025-05-27', '2025-08-08', '2025-10-20']],
])('from %s to %s the axis names a few days, none to come', (from, today, named) => {
  const ticks = dayTicks(chartPoints([day(from, '1')], today));
  expect(ticks.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual(named);
});

test.each([
  ['2026-01-01', '2026-01-01', ['Dec 31', 'Jan 1']],
  ['2025-01-02', '2025-12-31', ['Jan 1', 'Mar 15', 'May 27', 'Aug 8', 'Oct 20']],
  ['2022-03-02', '2026-11-27', ['Mar 2022', 'Feb 2023', 'Jan 2024', 'Jan 2025', 'Dec 2025']],
])('from %s to %s no two places of the axis have one name', (from, today, names) => {
  const points = chartPoints([day(from, '1')], today);
  expect(dayTicks(points).map(dayNames(points))).toEqual(names);
});
