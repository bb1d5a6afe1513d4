import { useState } from 'react';
import { DialogBoundary } from '../../components/ui/DialogBoundary.tsx';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { AdminStats } from '../../features/admin/components/AdminStats.tsx';
import { ProgramCharts } from '../../features/admin-charts/components/ProgramCharts.tsx';
import { inboxQuery } from '../../features/admin-inbox/api/inbox-query.ts';
import { InboxPanel } from '../../features/admin-inbox/components/InboxPanel.tsx';
import { refreshAdmin } from '../../lib/admin/admin-queries.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const SetAsideReview = lazyPart(
  () => import('../../features/admin-set-aside/components/SetAsideReview.tsx'),
  ({ SetAsideReview }) => SetAsideReview,
);

/** How the program stands, and what of it needs somebody. */
export function AdminOverview({ tabs }: { readonly tabs: readonly string[] }) {
  const [isReviewing, setReviewing] = useState(false);
  // How high the inbox is decides where all below it stands on a phone: nothing is drawn there before.
  const { isFetched } = useQuery(inboxQuery);
  if (!isFetched) return <Skeleton className="h-[80dvh] rounded-card" />;
  return (
    <div className="grid grid-cols-1 items-stretch gap-4 lg:grid-cols-[5fr_7fr]">
      <PanelBoundary what="what needs a hand" refresh={refreshAdmin} className="min-h-40">
        <InboxPanel tabs={tabs} onReview={() => setReviewing(true)} />
      </PanelBoundary>
      <div className="min-w-0 lg:col-span-2 lg:row-start-1">
        <PanelBoundary what="the statistics" refresh={refreshAdmin}>
          <AdminStats />
        </PanelBoundary>
      </div>
      <PanelBoundary what="the last 90 days" refresh={refreshAdmin}>
        <ProgramCharts />
      </PanelBoundary>
      {isReviewing && (
        <DialogBoundary what="what is set aside" onClose={() => setReviewing(false)}>
          <SetAsideReview onClose={() => setReviewing(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}
