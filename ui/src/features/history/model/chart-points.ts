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

/** A totals step holds until the next change, so the last day is drawn on to today. */
export function chartPoints(days: readonly HistoryDay[], today: string): readonly ChartPoint[] {
  const last = days.at(-1);
  const drawn = last && last.day < today ? [...days, { ...last, day: today }] : days;
  return drawn.map((day) => ({
    at: Date.parse(day.day),
    day,
    total: Number(day.totalRewards),
    pending: Number(day.pendingRewards),
  }));
}
