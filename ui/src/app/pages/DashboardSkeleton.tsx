import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { ClaimPanelSkeleton } from '../../features/claim/components/ClaimPanel.tsx';
import { RewardTrackerSkeleton } from '../../features/claim/components/RewardTracker.tsx';
import { LevelCardSkeleton } from '../../features/standing/components/LevelCard.tsx';
import { StatCardsSkeleton } from '../../features/standing/components/StatCards.tsx';
import { DashboardHeading } from './DashboardHeading.tsx';

/** The dashboard while nobody has said yet whose it is: every part where it will stand. */
export function DashboardSkeleton() {
  return (
    <div aria-busy="true" className="grid grid-cols-1 gap-4">
      <DashboardHeading query={undefined} />
      <span role="status" className="sr-only">
        Loading
      </span>
      <BalanceSkeleton />
      <Skeleton className="h-160 rounded-card" />
    </div>
  );
}

/** What is above the fold, but for the heading. */
export function BalanceSkeleton() {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 md:grid-cols-[2fr_1fr]">
        <ClaimPanelSkeleton />
        <LevelCardSkeleton />
      </div>
      <StatCardsSkeleton />
      <RewardTrackerSkeleton />
    </>
  );
}
