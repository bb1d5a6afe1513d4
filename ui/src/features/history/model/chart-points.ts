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

/**
 * Totals hold until their next change, so the last ones are drawn on to the end of today. Days are UTC
 * (`2026-01-31`) and begin at their midnight.
 */
export function chartPoints(days: readonly HistoryDay[], today: string): readonly ChartPoint[] {
  const first = days[0];
  const last = days.at(-1);
  if (!first || !last) return [];
  const begins = days.length < TOLD_DAYS ? [pointOf(nothingOn(dayBefore(first.day)))] : [];
  const ends = Date.parse(last.day > today ? last.day : today) + DAY_MS;
  return [...begins, ...days.map(pointOf), { ...pointOf(last), at: ends }];
}

function pointOf(day: HistoryDay): ChartPoint {
  return {
    at: Date.parse(day.day),
    day,
    total: Number(day.totalRewards),
    pending: Number(day.pendingRewards),
  };
}

const MAX_TICKS = 5;

/** The midnights at which the axis names a day: evenly spread, none after the last day. */
export function dayTicks(points: readonly ChartPoint[]): number[] {
  const from = points[0]?.at ?? 0;
  const to = (points.at(-1)?.at ?? 0) - DAY_MS;
  const step = Math.max(1, Math.ceil((to - from) / DAY_MS / MAX_TICKS)) * DAY_MS;
  const ticks: number[] = [];
  for (let at = from; at <= to; at += step) ticks.push(at);
  return ticks;
}

/** How the axis calls its days: with their year where the same day comes twice. */
export function dayNames(points: readonly ChartPoint[]): (at: number) => string {
  const length = (points.at(-1)?.at ?? 0) - (points[0]?.at ?? 0);
  const format = length > YEAR_MS ? monthFormat : dayFormat;
  return (at) => format.format(at);
}

/** The longest year, with the day before it and the last one to its end. */
const YEAR_MS = 368 * DAY_MS;
const dayFormat = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });

const nothingOn = (day: string): HistoryDay => ({
  day,
  totalRewards: '0',
  claimedRewards: '0',
  pendingRewards: '0',
});

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
