import { cx } from '../../lib/class-names.ts';

/**
 * A place holder of the final size; the panel around it says that it is loading. By its attribute it is known that the
 * page is not all there yet.
 */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      data-skeleton=""
      className={cx('block animate-pulse-soft rounded-control bg-surface-2', className)}
    />
  );
}

/** Rows of a list to come, each of the final height. */
export function SkeletonRows({ rows, className }: { rows: number; className: string }) {
  return (
    <div aria-hidden="true" className="px-5 pt-1 pb-4">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <div key={row} className={cx('flex items-center gap-3', className)}>
          <Skeleton className="size-7 rounded-full" />
          <Skeleton className={cx('h-4', row % 3 === 0 ? 'w-2/5' : row % 3 === 1 ? 'w-1/3' : 'w-1/2')} />
          <Skeleton className="ml-auto h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
