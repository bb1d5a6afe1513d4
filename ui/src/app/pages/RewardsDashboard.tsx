import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DialogBoundary } from '../../components/ui/DialogBoundary.tsx';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { RecentActivities } from '../../features/activities/components/RecentActivities.tsx';
import { useClaimRewards } from '../../features/claim/api/use-claim-rewards.ts';
import { ClaimPanel } from '../../features/claim/components/ClaimPanel.tsx';
import { RewardTracker } from '../../features/claim/components/RewardTracker.tsx';
import { Explanation } from '../../features/explain/components/Explanation.tsx';
import { Leaderboard } from '../../features/leaderboard/components/Leaderboard.tsx';
import { LevelCard } from '../../features/standing/components/LevelCard.tsx';
import { StatCards } from '../../features/standing/components/StatCards.tsx';
import { TransactionsPanel } from '../../features/transactions/components/TransactionsPanel.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { dashboardQuery } from '../../lib/dashboard/dashboard-query.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { closeExplanation } from '../../lib/ledger/explained-figure.ts';
import { DashboardHeading } from './DashboardHeading.tsx';
import { BalanceSkeleton } from './DashboardSkeleton.tsx';

const sections = () => import('./DashboardSections.tsx');
const EarnSection = lazyPart(sections, ({ EarnSection }) => EarnSection, spaceOf('h-160'));
const InviteSection = lazyPart(sections, ({ InviteSection }) => InviteSection, spaceOf('h-110'));
const AccountSection = lazyPart(sections, ({ AccountSection }) => AccountSection, spaceOf('h-72'));

/** Everything about one account. What is below the first screen comes in a part of the program of its own. */
export function RewardsDashboard({ userId }: { userId: string }) {
  const query = useQuery(dashboardQuery(userId));
  const claim = useClaimRewards(userId);
  const { data, error, isFetching } = query;

  function panel(what: string, children: ReactNode) {
    return (
      <PanelBoundary what={what} of={data} refresh={query.refetch}>
        {children}
      </PanelBoundary>
    );
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <DashboardHeading query={query} />
      {data ? (
        <>
          <div className="grid grid-cols-1 gap-4 md:grid-cols-[2fr_1fr]">
            {panel(
              'your claimable rewards',
              <ClaimPanel user={data.user} rules={data.claimRules} claim={claim} />,
            )}
            {panel('your level', <LevelCard user={data.user} />)}
          </div>
          {panel('your figures', <StatCards {...data} />)}
          {panel(
            'the reward tracker',
            <RewardTracker user={data.user} rules={data.claimRules} claim={claim} />,
          )}
        </>
      ) : error && !isFetching ? (
        <section aria-label="Your balance" className="card flex min-h-59">
          <ErrorState what="your balance" detail={errorText(error)} onRetry={() => void query.refetch()} />
        </section>
      ) : (
        <BalanceSkeleton />
      )}
      {panel('the ways to earn', <EarnSection query={query} />)}
      {panel('your history and referrals', <InviteSection />)}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
        {panel('the leaderboard', <Leaderboard query={query} />)}
        {panel('your recent activities', <RecentActivities query={query} />)}
      </div>
      {panel('your transactions', <TransactionsPanel query={query} />)}
      {panel('your account', <AccountSection query={query} />)}
      <DialogBoundary what="the explanation" onClose={closeExplanation}>
        <Explanation />
      </DialogBoundary>
    </div>
  );
}

/** Below the first screen: until its code is there, a space of about its size. */
function spaceOf(height: string) {
  return <Skeleton className={`rounded-card ${height}`} />;
}
