import { RAFFLE } from '../../../../../contracts/constants.ts';

/** How long each part of the show takes, in milliseconds, and how many names stand on the wheel. */
export type ShowTimes = {
  readonly tickMs: number;
  readonly spinMs: number;
  readonly revealMs: number;
  readonly completeMs: number;
  readonly names: number;
};

/** The draw itself: 30 shuffles of 100 ms, then a pause. */
export const LIVE_DRAW: ShowTimes = {
  tickMs: RAFFLE.shuffleTickMs,
  spinMs: RAFFLE.shuffleTicks * RAFFLE.shuffleTickMs + RAFFLE.shufflePauseMs,
  revealMs: RAFFLE.adminRevealMs,
  completeMs: RAFFLE.completeDelayMs,
  names: RAFFLE.shuffleNames,
};

export const REPLAY: ShowTimes = {
  tickMs: RAFFLE.shuffleTickMs,
  spinMs: RAFFLE.replaySpinMs,
  revealMs: RAFFLE.replayRevealMs,
  completeMs: RAFFLE.completeDelayMs,
  names: RAFFLE.replayWheelNames,
};

export type ShowFrame = {
  readonly phase: 'spinning' | 'revealing' | 'complete';
  /** Which shuffle of the names it is; it stands still in the pause. */
  readonly tick: number;
  /** How many winners are revealed, the last place first. */
  readonly revealed: number;
};

/** What is on screen after a time: the winners are known before it begins, and nothing here draws anything. */
export function frameAt(elapsedMs: number, winners: number, times: ShowTimes): ShowFrame {
  const tick = Math.min(Math.floor(elapsedMs / times.tickMs), RAFFLE.shuffleTicks - 1);
  if (elapsedMs < times.spinMs) return { phase: 'spinning', tick, revealed: 0 };
  const sinceReveal = elapsedMs - times.spinMs;
  const revealed = Math.min(winners, Math.floor(sinceReveal / times.revealMs) + 1);
  const isComplete = sinceReveal >= Math.max(0, winners - 1) * times.revealMs + times.completeMs;
  return { phase: isComplete ? 'complete' : 'revealing', tick, revealed: isComplete ? winners : revealed };
}

/** When the next frame is another one, from now; undefined at the end. */
export function nextChange(elapsedMs: number, winners: number, times: ShowTimes): number | undefined {
  const { phase } = frameAt(elapsedMs, winners, times);
  if (phase === 'complete') return undefined;
  if (phase === 'spinning') {
    const due = Math.min((Math.floor(elapsedMs / times.tickMs) + 1) * times.tickMs, times.spinMs);
    return due - elapsedMs;
  }
  const sinceReveal = elapsedMs - times.spinMs;
  const nextReveal = (Math.floor(sinceReveal / times.revealMs) + 1) * times.revealMs;
  const end = Math.max(0, winners - 1) * times.revealMs + times.completeMs;
  return Math.min(nextReveal, end) - sinceReveal;
}

/** The place that was revealed last, or that comes next: from the last one to the first. */
export const newestPlace = ({ revealed }: ShowFrame, winners: number): number => winners - revealed + 1;
export const nextPlace = ({ revealed }: ShowFrame, winners: number): number => winners - revealed;

/** Whether a place is on the screen by now. */
export const isRevealed = (place: number, { revealed }: ShowFrame, winners: number): boolean =>
  place > winners - revealed;

/** The names on the wheel at a shuffle: a walk through all of them that looks like none. */
export function shuffledNames(names: readonly string[], tick: number, count: number): string[] {
  const { length } = names;
  if (length === 0) return [];
  const turn = strideFor(length, 13);
  const step = length > 7 ? strideFor(length, 7) : 1;
  return Array.from(
    { length: Math.min(count, length) },
    (_, place) => names[(tick * turn + place * step) % length] ?? '',
  );
}

/** The next step from a wished one that comes to every place of a circle. */
function strideFor(length: number, wish: number): number {
  let stride = wish;
  while (gcd(stride, length) !== 1) stride += 1;
  return stride;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
