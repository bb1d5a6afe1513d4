import { type ReactNode, useLayoutEffect, useRef } from 'react';

/**
 * A column that stays as high as it has been since it is as wide as now: where less is said in it than before, nothing
 * around it moves.
 */
export function HeldHeight({ children }: { children: ReactNode }) {
  const column = useRef<HTMLDivElement>(null);
  const width = useRef(0);
  useLayoutEffect(() => {
    const box = column.current;
    if (!box) return;
    // A phone that was turned has other lines.
    if (box.offsetWidth !== width.current) box.style.minHeight = '';
    width.current = box.offsetWidth;
    box.style.minHeight = `${box.getBoundingClientRect().height}px`;
  });
  return (
    <div ref={column} className="flex flex-col">
      {children}
    </div>
  );
}
