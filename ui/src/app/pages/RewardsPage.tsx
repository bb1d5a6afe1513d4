import { pageTitles } from '../../../../contracts/pages.ts';
import { LaunchPrompt } from '../../features/launch/LaunchPrompt.tsx';
import { SocialReturnNotice } from '../../features/social/components/SocialReturnNotice.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { networkQuery } from '../../lib/network/network-query.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { BySession } from './BySession.tsx';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { RewardsDashboard } from './RewardsDashboard.tsx';

/** Where the deployment is set so, `RewardsPage` is this. */
export const ComingSoonPage = lazyPart(
  () => import('./ComingSoonPage.tsx'),
  ({ ComingSoonPage }) => ComingSoonPage,
  <PageSkeleton />,
);

/** The rewards dashboard, or its coming-soon variant where the deployment is set so. */
export function RewardsPage() {
  useDocumentTitle(pageTitles.rewards);
  return (
    <>
      <SocialReturnNotice />
      <Variant />
    </>
  );
}

/** The dashboard, whatever /evo-rewards shows. */
export function DashboardPage() {
  useDocumentTitle(pageTitles.dashboard);
  return (
    <>
      <SocialReturnNotice />
      <Dashboard />
    </>
  );
}

function Variant() {
  const network = useQuery(networkQuery);
  // Where the setting cannot be read, the program itself is the better guess: its calls say what they think.
  if (network.isLoading) return <DashboardSkeleton />;
  if (network.data?.rewardsPage !== 'coming-soon') return <Dashboard />;
  return (
    <BySession
      signedOut={<ComingSoonPage session={null} />}
      signedIn={(session) => <ComingSoonPage key={session.userId} session={session} />}
    />
  );
}

function Dashboard() {
  return (
    <BySession
      signedOut={<LaunchPrompt />}
      signedIn={({ userId }) => <RewardsDashboard key={userId} userId={userId} />}
    />
  );
}
