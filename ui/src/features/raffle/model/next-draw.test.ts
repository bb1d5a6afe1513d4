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

const waiting = (number: number, isOverdue = false): RaffleSummary => ({
  ...raffle(number, 'awaiting_beacon'),
  round: { chainHash: 'ab', round: number, dueAt: '2026-01-01T00:01:00Z', isOverdue },
});

test.each<[string, readonly RaffleSummary[], number]>([
  ['two that wait the first one', [waiting(5), waiting(4), raffle(3, 'drawn')], 4],
  ['one that waits and one that was drawn since the first one', [raffle(5, 'drawn'), waiting(4)], 4],
  ['one that is overdue and one that is not the other one', [waiting(5), waiting(4, true)], 5],
  [
    'one that is overdue and one that was drawn since the first one',
    [raffle(5, 'drawn'), waiting(4, true)],
    4,
  ],
  ['two that are overdue the first one', [waiting(5, true), waiting(4, true)], 4],
])('of %s is the next draw', (_, newest, number) => {
  expect(nextDrawOf(newest)).toMatchObject({ underWay: { number }, number });
});

test('the time that is left counts whole seconds, and never below nothing', () => {
  expect(leftUntil(61_000, 0)).toBe('01:01');
  expect(leftUntil(1, 0)).toBe('00:01');
  expect(leftUntil(3_723_000, 0)).toBe('1:02:03');
  expect(leftUntil(0, 5_000)).toBe('00:00');
});
