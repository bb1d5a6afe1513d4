/** The header lies over what is above. */
const HEADER_PX = 64;

/** For what was asked for elsewhere on the page: scrolls to its beginning, where that is not in the upper half of the window. */
export function bringIntoView(element: Element | null): void {
  if (!element) return;
  const { top } = element.getBoundingClientRect();
  if (top < HEADER_PX || top > window.innerHeight / 2) element.scrollIntoView({ block: 'start' });
}
