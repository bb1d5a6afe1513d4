import { type RefObject, useLayoutEffect } from 'react';

/**
 * Tells the page, as a variable of its styles, how high an element is that lies over its lower edge, so that what has
 * the focus, what else is fixed there, and the page's end stand above it. Nothing while there is none.
 * @param free pixels that stay free below and above it
 */
export function useToldHeight(lying: RefObject<HTMLElement | null>, variable: `--${string}`, free = 0): void {
  useLayoutEffect(() => {
    const element = lying.current;
    const root = document.documentElement;
    if (!element) return;
    const watching = new ResizeObserver(() => {
      root.style.setProperty(variable, `${element.offsetHeight + free}px`);
    });
    watching.observe(element);
    return () => {
      watching.disconnect();
      root.style.removeProperty(variable);
    };
  }, [lying, variable, free]);
}
