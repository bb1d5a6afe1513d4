import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { cx } from '../../lib/class-names.ts';
import { Badge } from './Badge.tsx';
import { Card, CardHeader } from './Card.tsx';
import { ErrorState } from './ErrorState.tsx';

type PanelProps<Data> = {
  readonly title: string;
  /** What the panel shows, in lower case, for its texts: "the leaderboard". */
  readonly what: string;
  readonly query: UseQueryResult<Data>;
  /** What a failed load is called beside that. */
  readonly failure?: string;
  readonly skeleton: ReactNode;
  readonly aside?: (data: Data) => ReactNode;
  readonly className?: string;
  /** What to show; the caller says what is there when there is nothing. */
  readonly children: (data: Data) => ReactNode;
};

/**
 * A titled card fed by a query, in one of its four states: loading (a skeleton of the final size), failed
 * (with Retry), there, and there but not up to date.
 */
export function Panel<Data>({
  title,
  what,
  query,
  failure,
  skeleton,
  aside,
  className,
  children,
}: PanelProps<Data>) {
  const id = useId();
  const { data, error, isFetching } = query;
  return (
    <Card aria-labelledby={id} aria-busy={isFetching} className={cx('flex min-w-0 flex-col', className)}>
      <CardHeader
        id={id}
        title={title}
        aside={
          data !== undefined && (
            <div className="flex items-center gap-2">
              {error && <Badge title={STALE}>Not up to date</Badge>}
              {aside?.(data)}
            </div>
          )
        }
      />
      {data !== undefined ? (
        children(data)
      ) : error && !isFetching ? (
        <ErrorState what={what} detail={failure} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <span className="sr-only">Loading {what}</span>
          {skeleton}
        </>
      )}
    </Card>
  );
}

const STALE = 'The last refresh failed. What stands here is from before it.';
