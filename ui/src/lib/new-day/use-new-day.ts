import { useEffect } from 'react';
import { lookForNewDay } from './new-day.ts';

/** For what is told of a day (UTC) where nothing else may tell that it is over: asks again when the next one has begun. */
export function useNewDay(askAgain: () => Promise<unknown>): void {
  useEffect(() => lookForNewDay(true, () => void askAgain()), [askAgain]);
}
