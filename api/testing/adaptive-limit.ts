/**
 * Lets so many work at a time as can be served: fewer once somebody is turned away, slowly more while nobody is. On a
 * machine that has no time all would else wait for so long that each is given up, and nothing is ever done.
 */
export type AdaptiveLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** @param isTurnedAway whether a result says that there was no time for it @param most at a time */
export function adaptiveLimit(isTurnedAway: (result: unknown) => boolean, most: number): AdaptiveLimit {
  const waiting: (() => void)[] = [];
  let allowed = most / 2;
  let working = 0;
  const next = () => {
    while (working < Math.floor(allowed) && waiting.length > 0) {
      working += 1;
      waiting.shift()?.();
    }
  };
  return async (work) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      next();
    });
    try {
      const result = await work();
      allowed = isTurnedAway(result) ? Math.max(1, allowed / 2) : Math.min(most, allowed + 1 / allowed);
      return result;
    } finally {
      working -= 1;
      next();
    }
  };
}
