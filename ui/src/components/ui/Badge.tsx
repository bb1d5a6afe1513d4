import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';

const tones = {
  neutral: 'border-line bg-surface-2 text-muted',
  success: 'border-success/25 bg-success/10 text-success',
  danger: 'border-danger/25 bg-danger/10 text-danger',
  info: 'border-info/25 bg-info/10 text-info',
  accent: 'border-accent/25 bg-accent/10 text-accent',
  gold: 'border-gold/25 bg-gold/10 text-gold',
} as const;

export type BadgeTone = keyof typeof tones;

type BadgeProps = { readonly tone?: BadgeTone; readonly title?: string; readonly children: ReactNode };

export function Badge({ tone = 'neutral', title, children }: BadgeProps) {
  return (
    <span
      title={title}
      className={cx(
        'inline-flex h-6 items-center gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
