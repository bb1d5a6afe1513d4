import { useEffect, useState } from 'react';

/** `setTimeout` counts in 32 bits; a longer wait would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Whether a moment lies behind; it renders again when it does. True for no moment at all. */
export function useIsPast(at: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  const due = at === null ? 0 : Date.parse(at);
  useEffect(() => {
    const left = due - Date.now();
    // A timer can fire a fraction of a millisecond early.
    const timer = setTimeout(() => setNow(Math.max(due, Date.now())), Math.min(left, LONGEST_TIMER_MS));
    return () => clearTimeout(timer);
  }, [due]);
  return due <= now;
}
