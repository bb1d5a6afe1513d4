import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Button } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { eachOnce } from '../../../lib/api/each-once.ts';
import { showMore } from '../../../lib/api/paged-query.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { userPages } from '../api/user-pages.ts';
import { matchingText } from '../model/matching.ts';
import { useSelectAll } from '../model/use-select-all.ts';
import { useSelection } from '../model/use-selection.ts';
import { useUserList } from '../model/use-user-list.ts';
import { toggledSort } from '../model/user-list.ts';
import { BulkToolbar } from './BulkToolbar.tsx';
import { ListButtons } from './ListButtons.tsx';
import { ListControls } from './ListControls.tsx';
import { type UserAct, UserActDialog } from './UserActDialog.tsx';
import { UserTable } from './UserTable.tsx';

export function UserManagement() {
  const [query, setQuery] = useSearchParams();
  const { asked, list, change } = useUserList();
  const pages = useInfiniteQuery(userPages(list));
  // Until the rows of another list are there, those of the one before stand, and whoever is selected is one of them.
  const [listSeen, setListSeen] = useState(list);
  if (listSeen !== list && !pages.isPlaceholderData) setListSeen(list);
  const rowsOf = JSON.stringify(listSeen);
  const selection = useSelection(rowsOf);
  const everyone = useSelectAll(listSeen, selection);
  const [act, setAct] = useState<UserAct>();
  const mayAct = useMayAct();
  const table = useRef<HTMLElement>(null);
  const { data, error, isFetching, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const users = useMemo(
    () => eachOnce(data?.pages.flatMap((page) => page.users) ?? [], ({ id }) => id),
    [data],
  );
  const first = data?.pages[0];
  const matching = first ?? { matching: users.length };
  const isFromBar = mayAct && query.get('act') === 'clear-all';
  useEffect(() => {
    if (!isFromBar) return;
    // Once: no step back or forward, and no reload, asks again.
    setAct({ kind: 'clear-all' });
    setQuery((now) => [...now].filter(([name]) => name !== 'act'), { replace: true });
  }, [isFromBar, setQuery]);

  // The table is drawn anew only when one of these is another. What has failed is tried again by a person: by itself it
  // would be at once, and without end.
  const loadMore = useCallback(() => {
    if (!isFetching && !isError) void fetchNextPage();
  }, [isFetching, isError, fetchNextPage]);
  const toggleSort = useCallback(() => change({ sort: toggledSort(asked.sort) }), [change, asked.sort]);
  const toggleAll = useCallback(
    (on: boolean) => (on ? selection.set(users) : selection.clear()),
    [selection, users],
  );

  return (
    <Card aria-labelledby="users-title" aria-busy={isFetching} className="relative min-w-0">
      {/* The tab above says it already. */}
      <h2 id="users-title" className="sr-only">
        User Management
      </h2>
      <div className="grid grid-cols-1 gap-3 px-5 pt-5 pb-4">
        <ListButtons
          refreshing={isFetching && !isFetchingNextPage}
          mayAct={mayAct}
          onRefresh={() => void refreshAdmin()}
          onClearAll={() => setAct({ kind: 'clear-all' })}
        />
        <ListControls list={asked} onChange={change} />
        <p role="status" className="min-h-5 text-note text-muted tabular-nums">
          {first && `Showing ${matchingText(first)} of ${first.total.toLocaleString('en')} users`}
        </p>
      </div>
      {users.length > 0 ? (
        <UserTable
          frame={table}
          users={users}
          matching={matching}
          list={list}
          rowsOf={rowsOf}
          mayAct={mayAct}
          selected={selection.users}
          hasMore={hasNextPage}
          onNearEnd={loadMore}
          onToggle={selection.toggle}
          onToggleAll={toggleAll}
          onSort={toggleSort}
          onAct={setAct}
        />
      ) : error && !isFetching ? (
        <ErrorState what="the users" detail={errorText(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <div className="grid justify-items-center pb-8">
          <EmptyState icon="users" title="No users found" next="No user matches this search and filter." />
          <Button size="sm" onClick={() => change({ search: '', filter: 'all' })}>
            Show all users
          </Button>
        </div>
      ) : (
        <SkeletonRows rows={9} className="h-14" />
      )}
      {error && users.length > 0 && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-5 py-3 text-note">
          <p className="text-danger">{errorText(error)}</p>
          <Button
            size="sm"
            pending={isFetching}
            onClick={() => {
              // It goes with what was wrong.
              table.current?.focus({ preventScroll: true });
              void showMore(pages);
            }}
          >
            Retry
          </Button>
        </div>
      )}
      {selection.users.size > 0 && (
        <BulkToolbar
          selected={selection.users}
          users={users}
          matching={matching}
          found={everyone.found}
          waitsUntil={everyone.waitsUntil}
          onSelectMatching={everyone.begin}
          onClear={() => {
            selection.clear();
            // The toolbar goes with the selection.
            table.current?.focus({ preventScroll: true });
          }}
          onRemove={() => setAct({ kind: 'remove-selected', users: selection.users })}
        />
      )}
      {act && <UserActDialog act={act} onClose={() => setAct(undefined)} onDone={selection.clear} />}
    </Card>
  );
}
