import { expect, test } from 'vitest';
import { chartPoints } from './chart-points.ts';

const day = (text: string, total: string) => ({
  day: text,
  totalRewards: total,
  claimedRewards: '0',
  pendingRewards: total,
});

test('the last totals hold until today', () => {
  const points = chartPoints([day('2026-01-01', '100'), day('2026-01-03', '150')], '2026-01-09');
  expect(points.map(({ day: { day }, total }) => [day, total])).toEqual([
    ['2026-01-01', 100],
    ['2026-01-03', 150],
    ['2026-01-09', 150],
  ]);
});

test('a change of today is the last point; no days are no points', () => {
  expect(chartPoints([day('2026-01-09', '1')], '2026-01-09')).toHaveLength(1);
  expect(chartPoints([], '2026-01-09')).toEqual([]);
});
