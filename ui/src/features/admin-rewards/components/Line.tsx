import type { ReactNode } from 'react';

/** A named value of a list of them. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line/60 py-2 last:border-0">
      <dt className="text-[13px] text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right text-sm [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}
