import type { ReactNode } from 'react';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { ownBalanceQuery } from '../api/ledger-queries.ts';
import { count } from '../model/seal-standing.ts';

type OwnBalanceProps = { readonly userId: string; readonly at: string | undefined };

/** What the account that is signed in had at the moment. */
export function OwnBalance({ userId, at }: OwnBalanceProps) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(ownBalanceQuery(userId, at));
  return (
    <Card aria-labelledby="own-title" className="min-h-73 min-w-0 sm:min-h-45 lg:min-h-36">
      <CardHeader id="own-title" title="Your own balance at this moment" />
      {data ? (
        <dl
          // Of the moment before, until the answer to this one is there.
          aria-busy={isPlaceholderData}
          className={cx(
            'grid grid-cols-1 gap-x-6 gap-y-3 px-5 pt-1 pb-5 transition-opacity duration-150 sm:grid-cols-2 lg:grid-cols-4',
            isPlaceholderData && 'opacity-60',
          )}
        >
          <Part name="Granted to you" amount={data.totalRewards} />
          <Part name="Claimed" amount={data.claimedRewards} />
          <Part name="Claimable" amount={data.pendingRewards} />
          <div>
            <dt className="text-note text-muted">Rank</dt>
            <dd className="font-mono">{data.rank === null ? 'none' : `#${count(data.rank)}`}</dd>
          </div>
        </dl>
      ) : error && !isFetching ? (
        <ErrorState what="your balance" detail={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="px-5">
          <Skeleton className="h-12" />
        </div>
      )}
    </Card>
  );
}

function Part({ name, amount }: { name: string; amount: string }): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-note text-muted">{name}</dt>
      <dd>
        <Money amount={amount} decimals={2} whole breaks />
      </dd>
    </div>
  );
}
