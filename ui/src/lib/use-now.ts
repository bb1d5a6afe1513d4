import { useEffect, useReducer } from 'react';

/** Milliseconds between two drawings of a page that nothing else moves. */
const TICK_MS = 15_000;

/** The present in milliseconds, as of this drawing: what has just come is never of the future. It draws again with each tick. */
export function useNow(): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}
