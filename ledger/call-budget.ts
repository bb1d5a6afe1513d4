import { LedgerUnavailable } from './domain-error.ts';

/** Places that calls take for their time; who finds none waits in line. */
export type CallBudget = {
  /**
   * Runs the call when a place is free, and gives the place back when it is over.
   * @throws LedgerUnavailable when `signal` fires before; the call was not begun
   */
  run<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result>;
};

export function callBudget(places: number): CallBudget {
  let free = places;
  const line = new Set<() => void>();
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        line.delete(begin);
        reject(new LedgerUnavailable(new Error('no call of the event store could be begun in time')));
      };
      if (signal.aborted) return leave();
      line.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  return {
    async run(signal, call) {
      if (free > 0) free -= 1;
      else await turn(signal);
      try {
        return await call();
      } finally {
        const next = line.values().next().value;
        if (next) {
          line.delete(next);
          next();
        } else free += 1;
      }
    },
  };
}
