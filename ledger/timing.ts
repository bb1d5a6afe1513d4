/** Time and chance, as the write side meets them; a simulation brings its own. */
export type Timing = {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Calls once after so many milliseconds; what it gives takes the call back. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
  /** From 0 up to 1, for spreading retries. */
  readonly random: () => number;
};

export const systemTiming: Timing = {
  now: () => performance.now(),
  after(milliseconds, call) {
    const timer = setTimeout(call, milliseconds);
    return () => clearTimeout(timer);
  },
  random: Math.random,
};

/** Resolves after so many milliseconds, or at once when `signal` fires: who waits looks at it anyway. */
export function pause(timing: Timing, milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const stop = () => {
      cancel();
      resolve();
    };
    const cancel = timing.after(milliseconds, () => {
      signal?.removeEventListener('abort', stop);
      resolve();
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}
