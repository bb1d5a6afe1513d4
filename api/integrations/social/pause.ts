import type { IBackoffFactory } from 'cockatiel';

/**
 * How long a circuit stays open, by a clock that never leaps. The library asks that of the machine, by which no time passes
 * while it is set back: it is told of a time without end, and of none when the pause is over.
 * @param milliseconds from each failure that opened it
 */
export function pauseOf(milliseconds: number): IBackoffFactory<unknown> {
  return {
    next() {
      const until = performance.now() + milliseconds;
      return {
        get duration() {
          return performance.now() < until ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
        },
        next: pauseOf(milliseconds).next,
      };
    },
  };
}
