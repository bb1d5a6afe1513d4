import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
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
import { DashboardHeading } from './DashboardHeading.tsx';
import { BalanceSkeleton } from './DashboardSkeleton.tsx';

const sections = () => import('./DashboardSections.tsx');
const EarnSection = lazyPart(async () => (await sections()).EarnSection, spaceOf('h-160'));
const InviteSection = lazyPart(async () => (await sections()).InviteSection, spaceOf('h-110'));
const AccountSection = lazyPart(async () => (await sections()).AccountSection, spaceOf('h-72'));

/** Everything about one account. What is below the first screen comes in a part of the program of its own. */
export function RewardsDashboard({ userId }: { userId: string }) {
  const query = useQuery(dashboardQuery(userId));
  const claim = useClaimRewards(userId);
  const { data, error, isFetching } = query;

  return (
    <div className="grid grid-cols-1 gap-4">
      <DashboardHeading query={query} />
      {data ? (
        <>
          <div className="grid grid-cols-1 gap-4 md:grid-cols-[2fr_1fr]">
            <ClaimPanel user={data.user} rules={data.claimRules} claim={claim} />
            <LevelCard user={data.user} />
          </div>
          <StatCards {...data} />
          <RewardTracker user={data.user} rules={data.claimRules} claim={claim} />
        </>
      ) : error && !isFetching ? (
        <section aria-label="Your balance" className="card flex min-h-59">
          <ErrorState what="your balance" detail={errorText(error)} onRetry={() => void query.refetch()} />
        </section>
      ) : (
        <BalanceSkeleton />
      )}
      <EarnSection query={query} />
      <InviteSection />
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
        <Leaderboard query={query} />
        <RecentActivities query={query} />
      </div>
      <TransactionsPanel query={query} />
      <AccountSection query={query} />
      <Explanation />
    </div>
  );
}

/** Below the first screen: until its code is there, a space of about its size. */
function spaceOf(height: string) {
  return <Skeleton className={`rounded-card ${height}`} />;
}
