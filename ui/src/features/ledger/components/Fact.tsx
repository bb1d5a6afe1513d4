import type { ReactNode } from 'react';

type FactProps = { readonly name: string; readonly children: ReactNode };

/** A line of a `dl`: the name beside what it is, or above it where there is no room. */
export function Fact({ name, children }: FactProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-b border-line/60 py-2.5 text-sm last:border-0">
      <dt className="text-note text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right">{children}</dd>
    </div>
  );
}
