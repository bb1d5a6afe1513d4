import { useEffect, useReducer } from 'react';
import { serverTime } from './server-time.ts';

/** Milliseconds between two drawings of a page that nothing else moves, where nobody counts seconds. */
const TICK_MS = 15_000;

/** The present in milliseconds by the server's clock, as of this drawing: what has just come is never of the future. It draws again with each tick. */
export function useNow(tickMs = TICK_MS): number {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return serverTime.now();
}
