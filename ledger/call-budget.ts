import { LedgerUnavailable } from './domain-error.ts';

/** Places that calls take for their time; who finds none waits in line. */
export type CallBudget = {
  /**
   * Runs the call when a place is free, and gives the place back when it is over.
   * @throws LedgerUnavailable when `signal` fires before; the call was not begun
   */
  run<Result>(signal: AbortSignal, call: () => Promise<Result>): Promise<Result>;
  /**
   * A place for as long as the caller wants, and what gives it back.
   * @throws LedgerUnavailable when `signal` fires before there is one
   */
  take(signal: AbortSignal): Promise<() => void>;
  use(): BudgetUse;
};

export type BudgetUse = {
  readonly places: number;
  readonly taken: number;
  readonly waiting: number;
  /** How many gave up waiting since the start. */
  readonly givenUp: number;
};

export function callBudget(places: number): CallBudget {
  let free = places;
  let givenUp = 0;
  const line = new Set<() => void>();
  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        line.delete(begin);
        givenUp += 1;
        reject(new LedgerUnavailable(new Error('no call of the event store could be begun in time')));
      };
      if (signal.aborted) return leave();
      line.add(begin);
      signal.addEventListener('abort', leave, { once: true });
    });
  const giveBack = () => {
    const next = line.values().next().value;
    if (next) {
      line.delete(next);
      next();
    } else free += 1;
  };
  const take = async (signal: AbortSignal) => {
    if (free > 0) free -= 1;
    else await turn(signal);
    let isHeld = true;
    return () => {
      if (isHeld) giveBack();
      isHeld = false;
    };
  };
  return {
    take,
    async run(signal, call) {
      const leave = await take(signal);
      try {
        return await call();
      } finally {
        leave();
      }
    },
    use: () => ({ places, taken: places - free, waiting: line.size, givenUp }),
  };
}
