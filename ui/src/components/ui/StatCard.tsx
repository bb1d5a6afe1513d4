import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import { Icon, type IconName } from './Icon.tsx';

type StatCardProps = {
  readonly title: string;
  readonly icon: IconName;
  readonly value: ReactNode;
  readonly change?: ReactNode;
  readonly changeLabel?: string;
  /** What stands under the value: what it is worth, or what it means. */
  readonly footnote: { readonly usd: string } | { readonly subtitle: ReactNode };
  readonly className?: string;
};

export function StatCard({ title, icon, value, change, changeLabel, footnote, className }: StatCardProps) {
  return (
    <Card className={className}>
      <div className="flex h-full flex-col p-4 sm:min-h-34 sm:p-5">
        <h3 className="flex items-center gap-2 text-note font-medium text-muted">
          <Icon name={icon} className="size-4 text-faint max-sm:hidden" />
          {title}
        </h3>
        <div className="mt-2 text-xl leading-8 sm:mt-3 sm:text-2xl font-semibold tracking-[-0.02em]">
          {value}
        </div>
        <div className="mt-auto flex flex-wrap items-baseline gap-x-2 pt-2 text-xs text-muted">
          {change !== undefined && (
            <span>
              {change} <span className="text-faint">{changeLabel}</span>
            </span>
          )}
          <span className="text-faint">{'usd' in footnote ? `$${footnote.usd}` : footnote.subtitle}</span>
        </div>
      </div>
    </Card>
  );
}
