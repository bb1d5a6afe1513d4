import type { ReactNode } from 'react';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { displayEvo, parseSum } from '../../../../../contracts/money.ts';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { emsOf, Fitted } from '../../../components/ui/Fitted.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { StatCard } from '../../../components/ui/StatCard.tsx';
import { adminStatsQuery } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';

export function AdminStats() {
  const { data, error, isFetching, refetch } = useQuery(adminStatsQuery);
  if (!data && error && !isFetching) {
    return (
      <section aria-label="Statistics" className="card flex min-h-34">
        <ErrorState what="the statistics" detail={errorText(error)} onRetry={() => void refetch()} />
      </section>
    );
  }
  const count = (value: number | undefined): ReactNode =>
    value === undefined ? (
      <Skeleton className="h-8 w-16" />
    ) : (
      <span className="font-mono tabular-nums">{value.toLocaleString('en')}</span>
    );
  return (
    <section aria-label="Statistics" aria-busy={isFetching} className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <h2 className="sr-only">Statistics</h2>
      <StatCard
        title="Total Users"
        icon="users"
        value={count(data?.totalUsers)}
        footnote={{ subtitle: 'Open accounts' }}
      />
      <StatCard
        title="Verified Emails"
        icon="mail"
        value={count(data?.verifiedEmails)}
        footnote={{ subtitle: 'Eligible for raffles' }}
      />
      <StatCard
        title="Total Rewards (EVO)"
        icon="coins"
        className="max-sm:col-span-2"
        value={
          data ? (
            <Fitted
              ems={emsOf(displayEvo(parseSum(data.totalRewards), DECIMALS.raffleTotal).length)}
              className="[--most:1.25rem] sm:[--most:1.5rem]"
            >
              <Money amount={data.totalRewards} decimals={DECIMALS.raffleTotal} unit={false} tone="gold" />
            </Fitted>
          ) : (
            count(undefined)
          )
        }
        footnote={{ subtitle: 'Granted and not taken back' }}
      />
      <StatCard
        title="Marketing Opt-ins"
        icon="share"
        className="max-sm:col-span-2"
        value={count(data?.marketingOptIns)}
        footnote={{ subtitle: 'May be written to' }}
      />
    </section>
  );
}
