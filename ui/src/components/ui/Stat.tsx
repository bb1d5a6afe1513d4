import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Icon, type IconName } from './Icon.tsx';

type StatProps = {
  readonly title: string;
  readonly icon: IconName;
  readonly value: ReactNode;
  /** What the value means, in a few words. */
  readonly subtitle?: ReactNode;
  readonly className?: string;
};

/** One figure among others of the same card: its name, the figure, and what it means. */
export function Stat({ title, icon, value, subtitle, className }: StatProps) {
  return (
    <div className={cx('flex min-w-0 flex-col', className)}>
      <h3 className="flex items-center gap-1.5 text-note text-muted">
        <Icon name={icon} className="size-4 text-faint" />
        {title}
      </h3>
      <div className="mt-1 min-w-0 [overflow-wrap:anywhere]">{value}</div>
      <p className="mt-0.5 flex flex-wrap gap-x-1.5 text-xs text-faint">{subtitle}</p>
    </div>
  );
}
