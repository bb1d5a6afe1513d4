import { type RefObject, useLayoutEffect } from 'react';

/** Pixels that stay free below and above what is docked. */
const GAP_PX = 16;

/**
 * Tells the page, as `--player`, how much of its lower edge the docked element takes, so that what has the focus and
 * what else is fixed there stand above it. Nothing while there is none.
 */
export function useDockHeight(docked: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = docked.current;
    const root = document.documentElement;
    if (!element) return;
    const watching = new ResizeObserver(() => {
      root.style.setProperty('--player', `${element.offsetHeight + GAP_PX}px`);
    });
    watching.observe(element);
    return () => {
      watching.disconnect();
      root.style.removeProperty('--player');
    };
  }, [docked]);
}
