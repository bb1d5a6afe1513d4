import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

type FittedProps = {
  /** Of the line, in the width of a letter of its own size: see `emsOf`. */
  readonly ems: number;
  /** Says how large it is where there is room: `[--most:2.75rem]`. */
  readonly className: string;
  readonly children: ReactNode;
};

/** One line that is never broken: where its place is too narrow for it, it is smaller, and its place stays as high. */
export function Fitted({ ems, className, children }: FittedProps) {
  return (
    <span className={cx('@container block min-w-0 text-(length:--most)', className)}>
      <span className="whitespace-nowrap" style={{ fontSize: `min(var(--most), ${100 / ems}cqi)` }}>
        {children}
      </span>
    </span>
  );
}

/** How wide a figure is with so many digits and signs, and with the unit behind it where that is shown. */
export const emsOf = (characters: number, { tracking = 0, unit = false } = {}): number =>
  characters * (MONO + tracking) + (unit ? UNIT : 0);

/** Of Geist Mono, in em. */
const MONO = 0.6;
/** "EVO" with the room before it, at its largest beside a small figure. */
const UNIT = 2.5;
