import type { ReactNode } from 'react';

type LineProps = {
  readonly name: string;
  /** Undefined while it is not known: its place is kept. */
  readonly children: ReactNode;
};

/** A named value of a list of them. */
export function Line({ name, children }: LineProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line/60 py-2 last:border-0">
      <dt className="text-note text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right text-sm [overflow-wrap:anywhere]">
        {children ?? (
          <span
            aria-hidden="true"
            data-skeleton=""
            className="inline-block w-24 animate-pulse-soft rounded-control bg-surface-2"
          >
            &nbsp;
          </span>
        )}
      </dd>
    </div>
  );
}
