import { useEffect, useState } from 'react';
import { atMoment } from './at-moment.ts';

/** Whether a moment lies behind; it renders again when it does. True for no moment at all. */
export function useIsPast(at: string | null): boolean {
  const [now, setNow] = useState(() => Date.now());
  const due = at === null ? 0 : Date.parse(at);
  useEffect(() => atMoment(due, () => setNow(Date.now())), [due]);
  return due <= now;
}
