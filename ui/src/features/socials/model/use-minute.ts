import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

/** The present in milliseconds, to the minute; it renders again with each. */
export const useMinute = (): number => useSyncExternalStore(eachMinute, currentMinute, currentMinute);

// Rounded up, so that nothing of the running minute lies in the future.
const currentMinute = (): number => Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS;

function eachMinute(tick: () => void): () => void {
  const timer = setInterval(tick, MINUTE_MS);
  return () => clearInterval(timer);
}
