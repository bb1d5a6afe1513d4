import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { RecentActivities } from '../../features/activities/components/RecentActivities.tsx';
import { useClaimRewards } from '../../features/claim/api/use-claim-rewards.ts';
import { ClaimPanel, ClaimPanelSkeleton } from '../../features/claim/components/ClaimPanel.tsx';
import { RewardTracker, RewardTrackerSkeleton } from '../../features/claim/components/RewardTracker.tsx';
import { Explanation } from '../../features/explain/components/Explanation.tsx';
import { Leaderboard } from '../../features/leaderboard/components/Leaderboard.tsx';
import { LevelCard, LevelCardSkeleton } from '../../features/standing/components/LevelCard.tsx';
import { StatCards, StatCardsSkeleton } from '../../features/standing/components/StatCards.tsx';
import { TransactionsPanel } from '../../features/transactions/components/TransactionsPanel.tsx';
import { errorText } from '../../lib/api/api-error.ts';
import { dashboardQuery } from '../../lib/dashboard/dashboard-query.ts';
import { DashboardHeading } from './DashboardHeading.tsx';

const sections = () => import('./DashboardSections.tsx');
const EarnSection = lazy(async () => ({ default: (await sections()).EarnSection }));
const InviteSection = lazy(async () => ({ default: (await sections()).InviteSection }));
const AccountSection = lazy(async () => ({ default: (await sections()).AccountSection }));

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
            <ClaimPanel user={data.user} claim={claim} />
            <LevelCard user={data.user} />
          </div>
          <StatCards {...data} />
          <RewardTracker user={data.user} claim={claim} />
        </>
      ) : error && !isFetching ? (
        <section aria-label="Your balance" className="card flex min-h-59">
          <ErrorState what="your balance" detail={errorText(error)} onRetry={() => void query.refetch()} />
        </section>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-4 md:grid-cols-[2fr_1fr]">
            <ClaimPanelSkeleton />
            <LevelCardSkeleton />
          </div>
          <StatCardsSkeleton />
          <RewardTrackerSkeleton />
        </>
      )}
      <Section skeleton="h-160">
        <EarnSection query={query} />
      </Section>
      <Section skeleton="h-110">
        <InviteSection />
      </Section>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
        <Leaderboard query={query} />
        <RecentActivities query={query} />
      </div>
      <TransactionsPanel query={query} />
      <Section skeleton="h-72">
        <AccountSection query={query} />
      </Section>
      <Explanation />
    </div>
  );
}

type SectionProps = { readonly skeleton: string; readonly children: ReactNode };

/** Below the first screen: until its code is there, a space of about its size. */
function Section({ skeleton, children }: SectionProps) {
  return <Suspense fallback={<Skeleton className={`rounded-card ${skeleton}`} />}>{children}</Suspense>;
}
