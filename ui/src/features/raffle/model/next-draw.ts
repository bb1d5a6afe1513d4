import type { RaffleSummary } from '../api/raffle-queries.ts';

export type NextDraw = {
  /** The raffle that was started and has no winners yet. */
  readonly underWay: RaffleSummary | undefined;
  /** Of the one that is under way, or of the next to be started. */
  readonly number: number;
};

/** @param newest raffles, the newest first */
export function nextDrawOf(newest: readonly RaffleSummary[]): NextDraw {
  const [last] = newest;
  const underWay = last && UNDER_WAY.has(last.stage) ? last : undefined;
  return { underWay, number: underWay?.number ?? (last?.number ?? 0) + 1 };
}

const UNDER_WAY: ReadonlySet<RaffleSummary['stage']> = new Set(['committed', 'frozen', 'awaiting_beacon']);

/** Time until a moment as `1:02:03` or `02:03`; both are milliseconds. What has begun counts as a whole second. */
export function leftUntil(at: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((at - now) / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
