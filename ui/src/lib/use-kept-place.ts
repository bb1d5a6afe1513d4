import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * For the element around a control that goes, or cannot be pressed any more, once it has done its work: whoever had the
 * focus on it goes on there. It must be able to take it (`tabIndex={-1}`).
 * @param standing what the control is drawn from: with another value it may be gone
 */
export function useKeptPlace<E extends HTMLElement>(standing: unknown): RefObject<E | null> {
  const place = useRef<E>(null);
  const before = useRef(standing);
  useLayoutEffect(() => {
    if (before.current === standing) return;
    before.current = standing;
    const focused = document.activeElement;
    const isOff = focused?.matches(':disabled') && place.current?.contains(focused);
    if (isOff || focused === document.body) place.current?.focus({ preventScroll: true });
  }, [standing]);
  return place;
}
