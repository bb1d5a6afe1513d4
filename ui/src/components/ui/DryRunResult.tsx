import type { DryRun } from '../../lib/admin/use-dry-run.ts';
import { errorText, isRefusal } from '../../lib/api/api-error.ts';
import { cx } from '../../lib/class-names.ts';
import { Button } from './Button.tsx';
import { keepPlace } from './keep-place.ts';
import { Skeleton } from './Skeleton.tsx';

type DryRunResultProps = {
  readonly dryRun: DryRun<{ readonly message: string }>;
  /** Of the answer, as far as they can be known before it: what stands below does not move when it comes. */
  readonly lines?: keyof typeof HEIGHTS;
};

/** What the server says that an act would do, before it is done, or why it would not do it. */
export function DryRunResult({ dryRun, lines = 2 }: DryRunResultProps) {
  const { data, error, isFetching, refetch } = dryRun;
  const look = cx('flex items-center rounded-control px-4 py-3 [overflow-wrap:anywhere]', HEIGHTS[lines]);
  if (data) {
    return (
      <div className={cx(look, 'bg-surface-2')}>
        <p>{data.message}</p>
      </div>
    );
  }
  if (isRefusal(error)) {
    return (
      <div className={cx(look, 'bg-danger/10 text-danger')}>
        <p role="alert">{errorText(error)}</p>
      </div>
    );
  }
  if (error && !isFetching) {
    return (
      <div className={cx(look, 'justify-between gap-3 bg-surface-2')}>
        <p role="alert">
          Could not load what it would do
          <span className="block text-note text-muted">{errorText(error)}</span>
        </p>
        <Button
          size="sm"
          aria-label="Retry loading what it would do"
          onClick={({ currentTarget }) => {
            keepPlace(currentTarget);
            void refetch();
          }}
        >
          Retry
        </Button>
      </div>
    );
  }
  return (
    <div role="status" aria-label="Asking what it would do">
      <Skeleton className={HEIGHTS[lines]} />
    </div>
  );
}

const HEIGHTS = { 1: 'min-h-11', 2: 'min-h-16', 3: 'min-h-21' } as const;
