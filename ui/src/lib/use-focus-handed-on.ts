import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For a part of the page that goes once its work is done: whoever had the focus in it goes on at the nearest place around
 * it that can take the focus (`tabIndex={-1}`), or at the page's content where there is none.
 * @param next where they go on instead, while that is there
 */
export function useFocusHandedOn<E extends HTMLElement>(
  next?: RefObject<HTMLElement | null>,
): RefObject<E | null> {
  const part = useRef<E>(null);
  useLayoutEffect(() => {
    const going = part.current;
    return () => {
      // It still stands there: React takes it away behind this.
      if (!going?.contains(document.activeElement)) return;
      const place = next?.current ?? going.parentElement?.closest<HTMLElement>('[tabindex]');
      (place ?? document.getElementById('content'))?.focus({ preventScroll: true });
    };
  }, [next]);
  return part;
}
