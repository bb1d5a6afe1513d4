import { expect, test } from 'vitest';
import { presentStreak } from './streak.ts';

const now = Date.parse('2026-03-01T00:00:00.000Z');

test.each([
  ['today', '2026-03-01', { streak: 5, checkedInToday: true }],
  ['yesterday', '2026-02-28', { streak: 5, checkedInToday: false }],
  ['the day before', '2026-02-27', { streak: 0, checkedInToday: false }],
  ['ahead of this clock', '2026-03-02', { streak: 5, checkedInToday: true }],
  ['never', null, { streak: 0, checkedInToday: false }],
] as const)('checked in %s', (_, day, shown) => expect(presentStreak(day, 5, now)).toEqual(shown));
