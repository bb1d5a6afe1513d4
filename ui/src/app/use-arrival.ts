import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { createScrollPlaces } from './scroll-places.ts';

/**
 * After a change of page the screen is where a person expects it: a new page at its top, one that was gone back to
 * where it was left; and the keyboard goes on at the page's content.
 */
export function useArrival(): void {
  const [path] = useLocation();
  const places = useRef<ReturnType<typeof createScrollPlaces>>(undefined);
  const shown = useRef<string>(undefined);

  useEffect(() => {
    places.current = createScrollPlaces();
    places.current?.arrive();
    return () => places.current?.stop();
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
