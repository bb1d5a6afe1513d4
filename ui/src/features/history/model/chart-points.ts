import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { getHistory } from '../../../../../contracts/api/ledger.ts';

export type HistoryDay = ResponseOf<typeof getHistory>['days'][number];

/** Only for drawing: a float is exact enough for a pixel and never shown as a number. */
export type ChartPoint = {
  readonly at: number;
  readonly day: HistoryDay;
  readonly total: number;
  readonly pending: number;
};

/** As many days as the server tells of; an account with fewer began with nothing on the day before its first. */
const TOLD_DAYS = 366;
const DAY_MS = 24 * 3_600_000;

/** Totals hold until their next change, so the last ones are drawn on to today. Days are UTC (`2026-01-31`). */
export function chartPoints(days: readonly HistoryDay[], today: string): readonly ChartPoint[] {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return [];
  const drawn = [
    ...(days.length < TOLD_DAYS ? [nothingOn(dayBefore(first.day))] : []),
    ...days,
    ...(last.day < today ? [{ ...last, day: today }] : []),
  ];
  return drawn.map((day) => ({
    at: Date.parse(day.day),
    day,
    total: Number(day.totalRewards),
    pending: Number(day.pendingRewards),
  }));
}

const nothingOn = (day: string): HistoryDay => ({
  day,
  totalRewards: '0',
  claimedRewards: '0',
  pendingRewards: '0',
});

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
