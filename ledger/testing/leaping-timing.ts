import type { Timing } from '../timing.ts';

/** Time in which every wait is over at once; it tells how long each was to be, in milliseconds. */
export function leapingTiming(random: number): Timing & { readonly waits: readonly number[] } {
  let now = 0;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    random: () => random,
    after(milliseconds: number, call: () => void) {
      const timer = setImmediate(() => {
        waits.push(milliseconds);
        now += milliseconds;
        call();
      });
      return () => clearImmediate(timer);
    },
  };
}
