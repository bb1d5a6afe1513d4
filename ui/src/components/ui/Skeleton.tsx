import { cx } from '../../lib/class-names.ts';

/** A place holder of the final size; the panel around it says that it is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-pulse-soft rounded-control bg-surface-2', className)}
    />
  );
}

export function SkeletonRows({ rows, className }: { rows: number; className: string }) {
  return Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
    <Skeleton key={row} className={className} />
  ));
}
