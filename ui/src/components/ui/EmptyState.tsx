import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';

type EmptyStateProps = {
  readonly icon: IconName;
  readonly title: string;
  /** The next step that would fill this place. */
  readonly next: ReactNode;
};

export function EmptyState({ icon, title, next }: EmptyStateProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 px-6 py-10 text-center">
      <span className="mb-2 grid size-10 place-items-center rounded-full bg-surface-2 text-faint">
        <Icon name={icon} />
      </span>
      <p className="text-sm font-medium">{title}</p>
      <p className="max-w-72 text-note text-muted">{next}</p>
    </div>
  );
}
