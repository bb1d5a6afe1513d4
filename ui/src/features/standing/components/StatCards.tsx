import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { parseSum, tasksCompleted } from '../../../../../contracts/money.ts';
import { ExplainedMoney } from '../../../components/ui/ExplainedMoney.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { StatCard } from '../../../components/ui/StatCard.tsx';
import { cx } from '../../../lib/class-names.ts';

/** Two decimals: the card gives the order of magnitude, its title the rest. */
const TOTAL_DECIMALS = 2;

export function StatCards({ user, standing, weekRewards }: Dashboard) {
  return (
    <div className={gridClass}>
      <StatCard
        title="App Rewards"
        className="max-sm:col-span-2"
        icon="coins"
        value={
          <ExplainedMoney
            figure="pendingRewards"
            amount={user.pendingRewards}
            decimals={DECIMALS.appRewards}
            hero
            unit={false}
          />
        }
        footnote={{ subtitle: 'EVO earned and not yet claimed' }}
      />
      <StatCard
        title="Total Rewards"
        className="max-sm:col-span-2"
        icon="chart"
        value={
          <ExplainedMoney figure="totalRewards" amount={user.totalRewards} decimals={TOTAL_DECIMALS} hero />
        }
        change={
          <ExplainedMoney
            figure="weekRewards"
            amount={weekRewards}
            decimals={TOTAL_DECIMALS}
            sign="+"
            tone="gold"
            unit={false}
          />
        }
        changeLabel="EVO this week"
        footnote={{ subtitle: '' }}
      />
      <StatCard
        title="Global Rank"
        icon="trophy"
        value={
          <span className="font-mono tabular-nums">
            {user.rank === null ? '—' : `#${user.rank.toLocaleString('en')}`}
          </span>
        }
        footnote={{
          subtitle:
            user.rank === null
              ? 'being computed'
              : standing.participants === 1
                ? 'of 1 participant'
                : `of ${standing.participants.toLocaleString('en')} participants`,
        }}
      />
      <StatCard
        title="Tasks Completed"
        icon="check"
        value={
          <span className="font-mono tabular-nums [overflow-wrap:anywhere]">
            {tasksCompleted(parseSum(user.totalRewards)).toLocaleString('en')}
          </span>
        }
        footnote={{ subtitle: 'one for every 10 EVO earned' }}
      />
    </div>
  );
}

const gridClass = 'grid grid-cols-2 gap-4 lg:grid-cols-4';

export function StatCardsSkeleton() {
  return (
    <div className={gridClass}>
      <CardSkeleton wide />
      <CardSkeleton wide />
      <CardSkeleton />
      <CardSkeleton />
    </div>
  );
}

function CardSkeleton({ wide = false }: { wide?: boolean }) {
  return (
    <div className={cx('card p-4 sm:min-h-34 sm:p-5', wide && 'max-sm:col-span-2')}>
      <Skeleton className="h-5 w-28 max-w-full" />
      <Skeleton className="mt-3 h-8 w-36 max-w-full" />
      <Skeleton className="mt-4 h-4 w-24" />
    </div>
  );
}
