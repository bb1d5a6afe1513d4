import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a part of the page that goes once its work is done: whoever had the focus in it goes on at the nearest place around
 * it that can take the focus (`tabIndex={-1}`), or at the page's content where there is none.
 */
export function useFocusHandedOn<E extends HTMLElement>(): RefObject<E | null> {
  const part = useRef<E>(null);
  useLayoutEffect(() => {
    const going = part.current;
    return () => {
      // It still stands there: React takes it away behind this.
      if (!going?.contains(document.activeElement)) return;
      const place = going.parentElement?.closest<HTMLElement>('[tabindex]');
      (place ?? document.getElementById('content'))?.focus({ preventScroll: true });
    };
  }, []);
  return part;
}
