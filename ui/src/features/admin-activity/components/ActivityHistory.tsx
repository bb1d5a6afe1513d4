import { useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { historyTexts } from '../../../../../contracts/admin-messages.ts';
import { exportActivity } from '../../../../../contracts/api/admin-exports.ts';
import { shownRefusals } from '../../../../../contracts/messages.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { Spinner } from '../../../components/ui/Spinner.tsx';
import { useExport } from '../../../lib/admin/use-export.ts';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';
import { ApiError, errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { type ActivityType, type AdminActivity, activityPages } from '../api/activity-pages.ts';
import { activityLooks } from '../model/activity-looks.ts';
import { useKeptRows } from '../model/use-kept-rows.ts';
import { useStillList } from '../model/use-still-list.ts';
import { ActivityRow } from './ActivityRow.tsx';
import { UndoDialog } from './UndoDialog.tsx';

const types: Readonly<Record<ActivityType | 'all', string>> = {
  all: 'All actions',
  admin_added: activityLooks.admin_added.name,
  admin_removed: activityLooks.admin_removed.name,
  auditor_added: activityLooks.auditor_added.name,
  auditor_removed: activityLooks.auditor_removed.name,
  reward_sent: activityLooks.reward_sent.name,
  reward_requested: activityLooks.reward_requested.name,
  reward_approved: activityLooks.reward_approved.name,
  reward_declined: activityLooks.reward_declined.name,
  raffle_run: activityLooks.raffle_run.name,
  user_removed: activityLooks.user_removed.name,
  personal_data_erased: activityLooks.personal_data_erased.name,
  balance_cleared: activityLooks.balance_cleared.name,
  claims_held: activityLooks.claims_held.name,
  claims_released: activityLooks.claims_released.name,
  rewards_reset_all: activityLooks.rewards_reset_all.name,
  data_exported: activityLooks.data_exported.name,
  access_denied: activityLooks.access_denied.name,
  music_added: activityLooks.music_added.name,
  music_removed: activityLooks.music_removed.name,
  act_undone: activityLooks.act_undone.name,
};

const isType = (text: string | null): text is ActivityType =>
  text !== null && text !== 'all' && Object.hasOwn(types, text);

export function ActivityHistory() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('type');
  const type = isType(asked) ? asked : 'all';
  const list = useInfiniteQuery(activityPages(type));
  const { data, error, isFetching, isFetchingNextPage, refetch } = list;
  const mayAct = useMayAct();
  const [undoing, setUndoing] = useState<AdminActivity>();
  const csv = useExport({
    path: type === 'all' ? exportActivity.path : `${exportActivity.path}?type=${type}`,
    name: 'evo-activity.csv',
    failed: errorToasts.exportActivityFailed,
  });
  const read = useMemo(() => data?.pages.flatMap((page) => page.activities) ?? [], [data]);
  const activities = useKeptRows({ ...list, rows: read, of: type });
  const frame = useRef<HTMLElement>(null);
  const rows = useRef<HTMLUListElement>(null);
  const ids = activities.map(({ id }) => id);
  const { newer, showNewest, onScroll } = useStillList(frame, rows, ids, type);

  return (
    <Card aria-labelledby="activity-title" aria-busy={isFetching} className="min-w-0">
      <header className="flex flex-wrap items-center gap-2 px-5 py-4">
        <h2
          id="activity-title"
          className="mr-auto text-lead font-semibold tracking-[-0.01em] max-sm:w-full max-sm:pb-1"
        >
          Activity History
        </h2>
        <Select
          label="Filter by action type"
          hidesLabel
          className="w-full sm:w-52"
          value={type}
          options={types}
          onChoose={(next) =>
            setQuery({ tab: 'activity', ...(next !== 'all' && { type: next }) }, { replace: true })
          }
        />
        {mayAct && (
          <Button pending={csv.isPending} onClick={() => csv.mutate()}>
            <Icon name="download" className="size-4" /> Export CSV
          </Button>
        )}
        <Button pending={isFetching && !isFetchingNextPage} onClick={() => void refetch()}>
          <Icon name="refresh" className="size-4" /> Refresh
        </Button>
      </header>
      {activities.length > 0 ? (
        <div ref={keepFocusIn} className="relative">
          <section
            ref={frame}
            onScroll={onScroll}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
            tabIndex={0}
            aria-label="Acts of admins"
            className="relative h-96 max-h-96 overflow-y-auto border-t border-line [overflow-anchor:none]"
          >
            <ul ref={rows}>
              {activities.map((activity) => (
                <ActivityRow key={activity.id} activity={activity} onUndo={() => setUndoing(activity)} />
              ))}
            </ul>
            {error && (
              <p role="alert" className="px-5 py-3 text-center text-note text-danger">
                {errorText(error)}
              </p>
            )}
            <LoadMore
              size="sm"
              list={list}
              end={<p className="text-note text-faint">That is all.</p>}
              className="flex justify-center py-4"
            >
              {error ? 'Retry' : 'Load more'}
            </LoadMore>
          </section>
          <p role="status" className="absolute inset-x-0 top-3 flex justify-center empty:hidden">
            {newer > 0 && (
              <Button size="sm" variant="primary" className="animate-fade" onClick={showNewest}>
                {historyTexts.newer(newer)}
              </Button>
            )}
          </p>
        </div>
      ) : error && !isFetching ? (
        error instanceof ApiError && error.status === 403 ? (
          <p className="min-h-96 px-5 pb-8 text-sm text-muted">
            {shownRefusals.activityHistorySuperAdminOnly}
          </p>
        ) : (
          <div className="grid min-h-96 border-t border-line">
            <ErrorState
              what="the activity history"
              detail={errorText(error)}
              onRetry={() => void refetch()}
            />
          </div>
        )
      ) : data ? (
        <div className="grid h-96 border-t border-line">
          <EmptyState
            icon="ledger"
            title="No activity history found"
            next="What admins do stands here, with who did it and when."
          />
        </div>
      ) : (
        <p
          role="status"
          className="flex h-96 items-center justify-center gap-3 border-t border-line text-sm text-muted"
        >
          <Spinner /> Loading activity history...
        </p>
      )}
      {undoing && <UndoDialog activity={undoing} onClose={() => setUndoing(undefined)} />}
    </Card>
  );
}
