import { expect, test } from 'vitest';
import type { RaffleSummary } from '../api/raffle-queries.ts';
import { leftUntil, nextDrawOf } from './next-draw.ts';

const raffle = (number: number, stage: RaffleSummary['stage']): RaffleSummary => ({
  raffleId: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  number,
  stage,
  grade: null,
  round: null,
  useTieredRewards: false,
  winnerCount: 1,
  total: '1',
  startedAt: '2026-01-01T00:00:00Z',
  drawnAt: null,
  failure: null,
});

test('the next draw is the one that was started and is not drawn, or the number after the last one', () => {
  expect(nextDrawOf([])).toEqual({ underWay: undefined, number: 1 });
  expect(nextDrawOf([raffle(4, 'drawn'), raffle(3, 'completed')])).toEqual({
    underWay: undefined,
    number: 5,
  });
  expect(nextDrawOf([raffle(4, 'failed')]).number).toBe(5);
  for (const stage of ['committed', 'frozen', 'awaiting_beacon'] as const) {
    expect(nextDrawOf([raffle(4, stage), raffle(3, 'drawn')])).toMatchObject({
      underWay: { number: 4 },
      number: 4,
    });
  }
});

test('the time that is left counts whole seconds, and never below nothing', () => {
  expect(leftUntil(61_000, 0)).toBe('01:01');
  expect(leftUntil(1, 0)).toBe('00:01');
  expect(leftUntil(3_723_000, 0)).toBe('1:02:03');
  expect(leftUntil(0, 5_000)).toBe('00:00');
});
