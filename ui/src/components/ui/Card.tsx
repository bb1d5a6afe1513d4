import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return <section {...props} className={cx('card', className)} />;
}

/** The title of a card with what belongs beside it. */
export function CardHeader({ id, title, aside }: { id?: string; title: string; aside?: ReactNode }) {
  return (
    <header className="flex min-h-14 items-center justify-between gap-3 px-5 pt-2 magnified:flex-wrap">
      <h2 id={id} className="text-lead font-semibold tracking-[-0.01em]">
        {title}
      </h2>
      {aside}
    </header>
  );
}
