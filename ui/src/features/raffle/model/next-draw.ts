import type { RaffleGrade } from '../../../../../contracts/raffle-grades.ts';
import type { RaffleSummary } from '../api/raffle-queries.ts';

export type NextDraw = {
  /** The raffle that was started, has no winners yet and has them next. */
  readonly underWay: RaffleSummary | undefined;
  /** Of the one that is under way, or of the next to be started. */
  readonly number: number;
};

/**
 * While one raffle waits for its round others are begun, and maybe drawn: the one that was started first comes first. One
 * that is overdue may wait for days, and hides none that is not.
 * @param newest raffles, the newest first
 */
export function nextDrawOf(newest: readonly RaffleSummary[]): NextDraw {
  const waiting = newest.filter(isUnderWay);
  const underWay = waiting.findLast(({ round }) => !round?.isOverdue) ?? waiting.at(-1);
  return { underWay, number: underWay?.number ?? (newest[0]?.number ?? 0) + 1 };
}

/** Whether a raffle was started, and neither drawn nor failed so far. */
export const isUnderWay = ({ stage }: RaffleSummary): boolean => UNDER_WAY.has(stage);

const UNDER_WAY: ReadonlySet<RaffleSummary['stage']> = new Set(['committed', 'frozen', 'awaiting_beacon']);

/** Whether the winners follow from a round of a beacon; null where that is not decided. */
export const takesRound = (grade: RaffleGrade | null): boolean =>
  grade === 'drand' || grade === 'other_beacon';

/** Time until a moment as `1:02:03` or `02:03`; both are milliseconds. What has begun counts as a whole second. */
export function leftUntil(at: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((at - now) / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
