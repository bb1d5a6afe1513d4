import type { UseQueryResult } from '@tanstack/react-query';
import { ADMIN_LIST_POLL_MS } from '../../../../../contracts/constants.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { useLiveState } from '../../../lib/admin/live-state.ts';
import { useIsPast } from '../../../lib/use-is-past.ts';

/** An answer may be late by this before the list counts as old. */
const LATE_MS = 10_000;

/**
 * Says 'Live Sync' only while the server tells of what changes, the last poll of the list came through and the next is
 * not overdue.
 */
export function SyncBadge({ query }: { query: UseQueryResult<unknown> }) {
  const { dataUpdatedAt, isRefetchError } = query;
  const isOverdue = useIsPast(new Date(dataUpdatedAt + ADMIN_LIST_POLL_MS + LATE_MS).toISOString());
  const { isLive } = useLiveState();
  const since = new Date(dataUpdatedAt).toLocaleTimeString();
  return (
    <span role="status">
      {isRefetchError || isOverdue || !isLive ? (
        <Badge tone="danger" title={`The list is as it was at ${since}`}>
          Not in sync
        </Badge>
      ) : (
        <Badge tone="success" title={`Asked every 30 seconds, last at ${since}`}>
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" /> Live Sync
        </Badge>
      )}
    </span>
  );
}
