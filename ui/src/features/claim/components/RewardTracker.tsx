import type { ReactNode } from 'react';
import type { User } from '../../../../../contracts/api/user.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { displayEvo, parseSum } from '../../../../../contracts/money.ts';
import { ExplainedMoney } from '../../../components/ui/ExplainedMoney.tsx';
import { emsOf, Fitted } from '../../../components/ui/Fitted.tsx';
import type { IconName } from '../../../components/ui/Icon.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { Stat } from '../../../components/ui/Stat.tsx';

type RewardTrackerProps = { readonly user: User; readonly weekRewards: string };

/** The line of exact figures behind the claim; each opens the events that make it. */
export function RewardTracker({ user, weekRewards }: RewardTrackerProps) {
  return (
    <div>
      <h3 className="sr-only">Reward Tracker</h3>
      <div className={gridClass}>
        <Figure title="App Rewards" icon="gift" figure="unclaimed" subtitle="Unclaimed rewards">
          <ExactFigure figure="pendingRewards" amount={user.pendingRewards} decimals={DECIMALS.appRewards} />
        </Figure>
        <Figure title="Claimed" icon="check" figure="claimed" subtitle="Final in the ledger">
          <ExactFigure figure="claimedRewards" amount={user.claimedRewards} decimals={DECIMALS.trackerLine} />
        </Figure>
        <Figure
          title="Total Rewards"
          icon="chart"
          figure="total"
          subtitle={<ThisWeek amount={weekRewards} />}
        >
          <ExactFigure figure="totalRewards" amount={user.totalRewards} decimals={2} />
        </Figure>
      </div>
    </div>
  );
}

const gridClass = 'grid gap-x-6 gap-y-3 border-t border-line pt-4 sm:grid-cols-3';

/** On a phone the name stands beside its figure. */
const lineClass =
  'max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:items-baseline max-sm:gap-x-3 max-sm:[&>div]:text-right max-sm:[&>p]:col-span-2 max-sm:[&>p]:justify-end magnified:grid-cols-1 magnified:[&>p]:col-span-1';

type FigureProps = {
  readonly title: string;
  readonly icon: IconName;
  /** Its name for whoever reads the page by program. */
  readonly figure: string;
  readonly subtitle: ReactNode;
  readonly children: ReactNode;
};

function Figure({ figure, children, ...stat }: FigureProps) {
  return (
    <Stat
      {...stat}
      className={lineClass}
      value={
        <div data-figure={figure} className="font-medium">
          {children}
        </div>
      }
    />
  );
}

type ExactFigureProps = Parameters<typeof ExplainedMoney>[0];

function ExactFigure(money: ExactFigureProps) {
  const { length } = displayEvo(parseSum(money.amount), money.decimals);
  return (
    <Fitted ems={emsOf(length, { unit: true })} className="[--most:0.9375rem]">
      <ExplainedMoney {...money} />
    </Fitted>
  );
}

function ThisWeek({ amount }: { amount: string }) {
  const { length } = displayEvo(parseSum(amount), 2);
  return (
    <Fitted ems={emsOf(length + 1) + LABEL_EMS} className="w-full max-sm:text-right [--most:0.75rem]">
      <ExplainedMoney figure="weekRewards" amount={amount} decimals={2} sign="+" tone="gold" unit={false} />{' '}
      EVO this week
    </Fitted>
  );
}

/** Of the words behind the figure. */
const LABEL_EMS = 7;

export function RewardTrackerSkeleton() {
  return (
    <div className={gridClass}>
      <Skeleton className="h-11 sm:h-16.5" />
      <Skeleton className="h-11 sm:h-16.5" />
      <Skeleton className="h-11 sm:h-16.5" />
    </div>
  );
}
