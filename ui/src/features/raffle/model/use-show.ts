import { useEffect, useState } from 'react';
import { frameAt, nextChange, type ShowFrame, type ShowTimes } from './show.ts';

const COMPLETE = Number.MAX_SAFE_INTEGER;

/** Runs the show from its beginning; at once complete for who wants less motion. */
export function useShow(winners: number, times: ShowTimes): { frame: ShowFrame; skip: () => void } {
  const [start] = useState(() => (prefersLessMotion() ? -COMPLETE : performance.now()));
  const [elapsed, setElapsed] = useState(() => (start < 0 ? COMPLETE : 0));

  useEffect(() => {
    const wait = nextChange(elapsed, winners, times);
    if (wait === undefined) return;
    // By the clock and not by counting, so that a tab that slept goes on where it should be.
    const timer = setTimeout(() => setElapsed(Math.max(elapsed + wait, performance.now() - start)), wait);
    return () => clearTimeout(timer);
  }, [elapsed, winners, times, start]);

  return { frame: frameAt(elapsed, winners, times), skip: () => setElapsed(COMPLETE) };
}

const prefersLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
