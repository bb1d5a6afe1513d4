import type { ReactNode } from 'react';
import { DialogBoundary } from '../../components/ui/DialogBoundary.tsx';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { useClaimRewards } from '../../features/claim/api/use-claim-rewards.ts';
import { ClaimPanel } from '../../features/claim/components/ClaimPanel.tsx';
import { Explanation } from '../../features/explain/components/Explanation.tsx';
import { Standing } from '../../features/standing/components/Standing.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { cx } from '../../lib/class-names.ts';
import { useConnection } from '../../lib/connection/connection.ts';
import { dashboardQuery } from '../../lib/dashboard/dashboard-query.ts';
import { pathOf, questsOf } from '../../lib/dashboard/quests.ts';
import { socialQuery } from '../../lib/dashboard/social-query.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { closeExplanation } from '../../lib/ledger/explained-figure.ts';
import { DashboardHeading } from './DashboardHeading.tsx';
import { DashboardOutage, useOutage } from './DashboardOutage.tsx';
import { BalanceSkeleton, heroClass, SectionsSkeleton } from './DashboardSkeleton.tsx';

const DashboardSections = lazyPart(
  () => import('./DashboardSections.tsx'),
  ({ DashboardSections }) => DashboardSections,
  <SectionsSkeleton />,
);

/**
 * Everything about one account: what can be claimed, where the account stands, and what to do next. What is below the
 * first screen comes in a part of the program of its own.
 */
export function RewardsDashboard({ userId }: { userId: string }) {
  const query = useQuery(dashboardQuery(userId));
  const claim = useClaimRewards(userId, query.data?.user);
  const social = useQuery(socialQuery);
  const isOut = useOutage(query);
  const isReachable = useConnection() === 'reachable';
  const { data, error } = query;
  // Null where all is done, or it cannot be said what there is.
  const next = social.error
    ? null
    : data && social.data && (pathOf(questsOf(data.user, social.data)).next ?? null);

  function panel(what: string, children: ReactNode) {
    return (
      <PanelBoundary what={what} of={data} refresh={query.refetch}>
        {children}
      </PanelBoundary>
    );
  }

  return (
    // Figures that are from before lose their colour; the strip over the page's end says why.
    <div className={cx('grid grid-cols-1 gap-4', data && (error || !isReachable) && 'grayscale')}>
      <DashboardHeading query={query} />
      {isOut && !data ? (
        <DashboardOutage query={query} />
      ) : (
        <>
          {data ? (
            <div className={heroClass}>
              {panel('your claimable rewards', <ClaimPanel {...data} claim={claim} next={next} />)}
              {panel('your standing', <Standing {...data} />)}
            </div>
          ) : (
            <BalanceSkeleton />
          )}
          {panel('the ways to earn', <DashboardSections query={query} />)}
        </>
      )}
      <DialogBoundary what="the explanation" onClose={closeExplanation}>
        <Explanation />
      </DialogBoundary>
    </div>
  );
}
