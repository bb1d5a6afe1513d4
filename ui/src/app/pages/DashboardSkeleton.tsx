import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { ClaimPanelSkeleton } from '../../features/claim/components/ClaimPanel.tsx';
import { StandingSkeleton } from '../../features/standing/components/Standing.tsx';
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
      <SectionsSkeleton />
    </div>
  );
}

export const heroClass = 'grid grid-cols-1 gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]';

/** What is above the fold, but for the heading. */
export function BalanceSkeleton() {
  return (
    <div className={heroClass}>
      <ClaimPanelSkeleton />
      <StandingSkeleton />
    </div>
  );
}

/** What is below it, of about its size. */
export function SectionsSkeleton() {
  return (
    <div className={heroClass}>
      <Skeleton className="h-320 rounded-card" />
      <Skeleton className="h-320 rounded-card" />
    </div>
  );
}
