import { useEffect, useState } from 'react';
import { COUNT_UP_MS, countedUp } from './count-up.ts';

/** The amount as it counts up once, from when it is first shown; at once for people who want no motion. */
export function useCountUp(amount: bigint): bigint {
  const [shown, setShown] = useState(() => (wantsNoMotion() ? amount : 0n));
  useEffect(() => {
    if (wantsNoMotion()) {
      setShown(amount);
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(step);
    function step(now: number): void {
      setShown(countedUp(amount, now - start));
      if (now - start < COUNT_UP_MS) frame = requestAnimationFrame(step);
    }
    return () => cancelAnimationFrame(frame);
  }, [amount]);
  return shown;
}

const wantsNoMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
