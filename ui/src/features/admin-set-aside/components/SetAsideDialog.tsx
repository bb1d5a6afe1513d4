import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { setAsideTexts } from '../../../../../contracts/admin-messages.ts';
import type { listSetAside } from '../../../../../contracts/api/admin-set-aside.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { useKept } from '../../../lib/admin/use-kept.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { SetAsideRow } from './SetAsideRow.tsx';

type SetAsideDialogProps = {
  readonly list: UseInfiniteQueryResult<InfiniteData<ResponseOf<typeof listSetAside>>>;
  readonly onClose: () => void;
};

/** The events that the program could not act on, and what to do about each. */
export function SetAsideDialog({ list, onClose }: SetAsideDialogProps) {
  const { data, error, isFetching, refetch } = list;
  const content = useRef<HTMLDivElement>(null);
  const listed = data?.pages.flatMap((page) => page.events) ?? [];
  const { shown: events, keep, letGo } = useKept(listed);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Set aside"
      description="What happened stands in the ledger; the program could not act on it."
    >
      <div ref={content} tabIndex={-1} className="outline-none">
        {!data ? (
          error && !isFetching ? (
            <ErrorState what="what is set aside" detail={errorText(error)} onRetry={() => void refetch()} />
          ) : (
            <SkeletonRows rows={3} className="h-16" />
          )
        ) : events.length === 0 ? (
          <EmptyState icon="check" title={setAsideTexts.nothing} next={setAsideTexts.nothingNext} />
        ) : (
          <ul aria-label="Events that are set aside" className="border-t border-line">
            {events.map((event) => (
              // Its form goes, and maybe the row: the focus stays in the dialog.
              <SetAsideRow
                key={event.id}
                event={event}
                onForm={() => keep(event)}
                onFormGone={() => {
                  letGo(event);
                  content.current?.focus();
                }}
              />
            ))}
          </ul>
        )}
      </div>
      {data && error && (
        <p role="alert" className="py-3 text-center text-note text-danger">
          {errorText(error)}
        </p>
      )}
      <LoadMore size="sm" list={list} className="flex justify-center pt-4">
        Load more
      </LoadMore>
    </Dialog>
  );
}
