import { useRef } from 'react';
import { useSearchParams } from 'wouter';
import { rewardRequestTexts } from '../../../../../contracts/admin-messages.ts';
import { ADMIN_LIST_POLL_MS } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { useKept } from '../../../lib/admin/use-kept.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { type RequestState, rewardRequestPages } from '../api/reward-request-pages.ts';
import { RewardRequestRow } from './RewardRequestRow.tsx';

const LISTS: readonly RequestState[] = ['open', 'over'];

/** Rewards above a limit: those that wait for a second admin, and what became of the others. Which, the address says. */
export function RewardRequests({ wallet }: { wallet: string }) {
  const [address, setAddress] = useSearchParams();
  const state: RequestState = address.get('requests') === 'over' ? 'over' : 'open';

  function show(one: RequestState): void {
    const next = new URLSearchParams(address);
    if (one === 'open') next.delete('requests');
    else next.set('requests', one);
    setAddress(next, { replace: true });
  }

  return (
    <Card aria-labelledby="requests-title" className="min-w-0">
      <CardHeader id="requests-title" title={rewardRequestTexts.title} />
      <div className="flex gap-1 px-5 pt-1 pb-2">
        {LISTS.map((one) => (
          <Button
            key={one}
            size="sm"
            variant={one === state ? 'secondary' : 'ghost'}
            aria-pressed={one === state}
            onClick={() => show(one)}
          >
            {rewardRequestTexts.lists[one]}
          </Button>
        ))}
      </div>
      <RequestList key={state} state={state} wallet={wallet} />
    </Card>
  );
}

function RequestList({ state, wallet }: { state: RequestState; wallet: string }) {
  const list = useInfiniteQuery({ ...rewardRequestPages(state), refetchInterval: ADMIN_LIST_POLL_MS });
  const { data, error, isFetching, refetch } = list;
  const content = useRef<HTMLDivElement>(null);
  const listed = data?.pages.flatMap((page) => page.requests) ?? [];
  const { shown: requests, keep, letGo } = useKept(listed);
  if (!data && error && !isFetching) {
    return <ErrorState what="the requests" detail={errorText(error)} onRetry={() => void refetch()} />;
  }
  if (!data) {
    return (
      <div role="status" aria-label="Loading the requests" className="px-5 pt-1 pb-5">
        <Skeleton className="h-40" />
      </div>
    );
  }
  const { nothing, nothingNext, nothingDecided } = rewardRequestTexts;
  return (
    <div ref={content} tabIndex={-1} className="px-5 pb-4 outline-none">
      {requests.length === 0 ? (
        <EmptyState icon="check" title={state === 'open' ? nothing : nothingDecided} next={nothingNext} />
      ) : (
        <ul
          ref={keepFocusIn}
          aria-label={state === 'open' ? 'Rewards that wait' : 'Rewards that were decided'}
        >
          {requests.map((request) => (
            // Its form goes, and then the row: the focus stays in the list.
            <RewardRequestRow
              key={request.id}
              request={request}
              wallet={wallet}
              isListed={listed.includes(request)}
              onForm={() => keep(request)}
              onFormGone={() => {
                letGo(request);
                content.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {error && (
        <p role="alert" className="py-3 text-center text-note text-danger">
          {errorText(error)}
        </p>
      )}
      <LoadMore size="sm" list={list} className="flex justify-center pt-4">
        Load more
      </LoadMore>
    </div>
  );
}
