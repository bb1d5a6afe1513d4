import { useEffect, useState } from 'react';

/** Milliseconds between two looks at the clock: an age is that much behind at the most. */
const TICK_MS = 15_000;

/** The present in milliseconds; it renders again with each tick. What came since the last one lies in its future. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
