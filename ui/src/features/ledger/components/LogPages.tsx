import type { ReactNode } from 'react';
import type { LogLine } from '../../../../../contracts/api/ledger-log.ts';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import type { MorePages } from '../../../lib/api/paged-query.ts';
import { eventsText } from '../model/seal-standing.ts';
import { LogTable } from './LogTable.tsx';

/** A list of events that is read page by page, as react-query gives it. */
export type PagedLines = MorePages & {
  readonly data: { readonly pages: readonly { readonly lines: readonly LogLine[] }[] } | undefined;
  readonly error: Error | null;
  readonly isFetchingNextPage: boolean;
  readonly hasNextPage: boolean;
};

type LogPagesProps = {
  readonly query: PagedLines;
  /** In lower case: "the events". */
  readonly what: string;
  readonly caption: string;
  readonly empty: ReactNode;
  readonly action?: (line: LogLine) => ReactNode;
};

export function LogPages({ query, what, caption, empty, action }: LogPagesProps) {
  const { data, error, isFetching, refetch } = query;
  if (!data) {
    if (error && !isFetching) {
      return <ErrorState what={what} detail={errorText(error)} onRetry={() => void refetch()} />;
    }
    return (
      <>
        <span className="sr-only">Loading {what}</span>
        <SkeletonRows rows={8} className="h-16" />
      </>
    );
  }
  const lines = data.pages.flatMap((page) => page.lines);
  if (lines.length === 0) return empty;
  return (
    <div className="px-3 pt-1 pb-4">
      <LogTable caption={caption} lines={lines} {...(action && { action })} />
      {error && (
        <p role="alert" className="pt-4 text-center text-note text-danger">
          {errorText(error)}
        </p>
      )}
      <LoadMore
        size="sm"
        list={query}
        end={<p className="text-note text-faint">That is all: {eventsText(lines.length)}.</p>}
        className="flex justify-center pt-4"
      >
        {error ? 'Retry' : 'Show more'}
      </LoadMore>
    </div>
  );
}
