import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { userPages } from '../api/user-pages.ts';
import { useSelection } from '../model/use-selection.ts';
import { toggledSort, type UserList, userListOf, userListQuery } from '../model/user-list.ts';
import { BulkToolbar } from './BulkToolbar.tsx';
import { ListButtons } from './ListButtons.tsx';
import { ListControls } from './ListControls.tsx';
import { type UserAct, UserActDialog } from './UserActDialog.tsx';
import { UserTable } from './UserTable.tsx';

/** As many as one bulk removal takes. */
const MOST_SELECTED = 500;

export function UserManagement() {
  const [query, setQuery] = useSearchParams();
  const list = userListOf(query);
  const pages = useInfiniteQuery(userPages(list));
  const selection = useSelection(JSON.stringify(list));
  const [act, setAct] = useState<UserAct>();
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = pages;
  const users = data?.pages.flatMap((page) => page.users) ?? [];
  const first = data?.pages[0];
  const opened: UserAct | undefined = query.get('act') === 'clear-all' ? { kind: 'clear-all' } : act;

  const change = (next: Partial<UserList>): void =>
    setQuery(userListQuery({ ...list, ...next }), { replace: true });
  function close(): void {
    setAct(undefined);
    if (query.has('act')) change({});
  }

  async function selectAll(): Promise<void> {
    let all: readonly AdminUser[] = users;
    let more = hasNextPage;
    selection.set(all.slice(0, MOST_SELECTED).map(({ id }) => id));
    while (more && all.length < MOST_SELECTED) {
      const next = await fetchNextPage();
      all = next.data?.pages.flatMap((page) => page.users) ?? all;
      more = next.hasNextPage && !next.isError;
    }
    selection.set(all.slice(0, MOST_SELECTED).map(({ id }) => id));
  }

  return (
    <Card aria-labelledby="users-title" aria-busy={isFetching} className="relative min-w-0">
      <CardHeader id="users-title" title="User Management" />
      <div className="grid gap-3 px-5 pb-4">
        <ListButtons
          refreshing={isFetching && !isFetchingNextPage}
          onRefresh={() => void refreshAdmin()}
          onClearAll={() => setAct({ kind: 'clear-all' })}
        />
        <ListControls list={list} onChange={change} />
        <p role="status" className="min-h-5 text-[13px] text-muted tabular-nums">
          {first &&
            `Showing ${first.matching.toLocaleString('en')} of ${first.total.toLocaleString('en')} users`}
        </p>
      </div>
      {users.length > 0 ? (
        <UserTable
          users={users}
          matching={first?.matching ?? users.length}
          list={list}
          selected={selection.ids}
          hasMore={hasNextPage}
          onNearEnd={() => !isFetching && void fetchNextPage()}
          onToggle={selection.toggle}
          onToggleAll={(on) => (on ? void selectAll() : selection.clear())}
          onSort={() => change({ sort: toggledSort(list.sort) })}
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
        <p role="alert" className="px-5 py-3 text-[13px] text-danger">
          {errorText(error)}
        </p>
      )}
      {selection.ids.size > 0 && (
        <BulkToolbar
          count={selection.ids.size}
          isCut={selection.ids.size === MOST_SELECTED && (first?.matching ?? 0) > MOST_SELECTED}
          onClear={selection.clear}
          onRemove={() =>
            setAct({ kind: 'remove-selected', users: users.filter(({ id }) => selection.ids.has(id)) })
          }
        />
      )}
      {opened && <UserActDialog act={opened} onClose={close} onDone={selection.clear} />}
    </Card>
  );
}
