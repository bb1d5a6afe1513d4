import { type ComponentProps, useLayoutEffect, useRef } from 'react';

/**
 * On a screen with one column, a box that stays as high as what first stood in it since it is as wide as now: what comes
 * later is scrolled to in it, and nothing below moves.
 */
export function SettledBox(props: Omit<ComponentProps<'div'>, 'ref' | 'className'>) {
  const box = useRef<HTMLDivElement>(null);
  const width = useRef(0);
  useLayoutEffect(() => {
    const element = box.current;
    // A phone that was turned has other lines.
    if (!element || element.offsetWidth === width.current) return;
    width.current = element.offsetWidth;
    element.style.removeProperty('--settled');
    element.style.setProperty('--settled', `${element.offsetHeight}px`);
  });
  return (
    <div ref={box} {...props} className="-outline-offset-2 max-lg:h-(--settled) max-lg:overflow-y-auto" />
  );
}
