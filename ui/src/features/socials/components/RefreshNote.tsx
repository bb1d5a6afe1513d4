import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { recentTime } from '../../../lib/recent-time.ts';

type RefreshNoteProps = {
  readonly query: UseQueryResult<unknown>;
  /** What stands there from before, in lower case: "the figures of the platforms". */
  readonly what: string;
  readonly className?: string;
};

/** Says that what is shown could not be asked for again, and from when it is; nothing while all is well. */
export function RefreshNote({ query, what, className }: RefreshNoteProps) {
  const { data, error, isFetching, dataUpdatedAt, refetch } = query;
  const hasFailed = data !== undefined && error !== null;
  return (
    <div role="status" className={cx(hasFailed && 'flex flex-wrap items-center gap-x-3 gap-y-2', className)}>
      {hasFailed && (
        <>
          <p className="flex items-center gap-2 text-note text-muted">
            <Icon name="alert" className="size-4 text-danger" />
            <span>
              {capitalized(what)} could not be refreshed. What stands here is from{' '}
              {recentTime(dataUpdatedAt, 'en')}.
            </span>
          </p>
          <Button
            size="sm"
            pending={isFetching}
            aria-label={`Try again to refresh ${what}`}
            onClick={() => void refetch()}
          >
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
