import type { Timing } from '../timing.ts';

/** Time that goes on only when a test turns it. */
export function turnedTiming(): Timing & { readonly turn: (milliseconds: number) => Promise<void> } {
  let now = 0;
  const due = new Set<{ readonly at: number; readonly call: () => void }>();
  return {
    now: () => now,
    after(milliseconds, call) {
      const timer = { at: now + milliseconds, call };
      due.add(timer);
      return () => due.delete(timer);
    },
    random: () => 0.5,
    async turn(milliseconds) {
      now += milliseconds;
      for (const timer of [...due].sort((a, b) => a.at - b.at)) {
        if (timer.at > now || !due.delete(timer)) continue;
        timer.call();
      }
      await new Promise(setImmediate);
    },
  };
}
