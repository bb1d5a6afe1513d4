import type { ReactNode } from 'react';

type SectionHeadingProps = {
  readonly id: string;
  readonly title: string;
  readonly note: ReactNode;
};

export function SectionHeading({ id, title, note }: SectionHeadingProps) {
  return (
    <div className="min-w-0">
      <h2 id={id} className="text-2xl font-semibold tracking-[-0.03em] sm:text-3xl">
        {title}
      </h2>
      <p className="mt-2 max-w-xl text-lead text-balance text-muted">{note}</p>
    </div>
  );
}
