import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { logFault } from '../lib/log.ts';
import type { ScrollPlaces } from './scroll-places.ts';

/**
 * After a change of page the screen is where a person expects it: a new page at its top, one that was gone back to
 * where it was left; and the keyboard goes on at the page's content.
 */
export function useArrival(): void {
  const [path] = useLocation();
  const places = useRef<ScrollPlaces>(undefined);
  const shown = useRef<string>(undefined);

  useEffect(() => {
    let isGone = false;
    async function remember(): Promise<void> {
      const { createScrollPlaces } = await import('./scroll-places.ts');
      if (isGone) return;
      places.current = createScrollPlaces();
      places.current?.arrive();
    }
    // Nothing of it is in the first drawing; without it the browser does what it can.
    remember().catch((error: unknown) => logFault('the places of pages', error));
    return () => {
      isGone = true;
      places.current?.stop();
    };
  }, []);

  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = path;
    if (before === undefined || before === path) return;
    if (places.current) places.current.arrive();
    else window.scrollTo(0, 0);
    document.getElementById('content')?.focus({ preventScroll: true });
  }, [path]);
}
