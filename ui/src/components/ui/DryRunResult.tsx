import type { UseQueryResult } from '@tanstack/react-query';
import { ApiError, errorText } from '../../lib/api/api-error.ts';
import { ErrorState } from './ErrorState.tsx';
import { Skeleton } from './Skeleton.tsx';

/** What the server says that an act would do, before it is done, or why it would not do it. */
export function DryRunResult({ dryRun }: { dryRun: UseQueryResult<{ readonly message: string }> }) {
  const { data, error, isFetching, refetch } = dryRun;
  if (data) return <p className="rounded-control bg-surface-2 px-4 py-3">{data.message}</p>;
  if (error instanceof ApiError && error.body && error.status < 500) {
    return (
      <p role="alert" className="rounded-control bg-danger/10 px-4 py-3 text-danger [overflow-wrap:anywhere]">
        {errorText(error)}
      </p>
    );
  }
  if (error && !isFetching) {
    return <ErrorState what="what it would do" detail={errorText(error)} onRetry={() => void refetch()} />;
  }
  return (
    <div role="status" aria-label="Asking what it would do">
      <Skeleton className="h-11" />
    </div>
  );
}
