import { useQuery } from '@tanstack/react-query';
import { pageTitles } from '../../../../contracts/pages.ts';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { LaunchPrompt } from '../../features/launch/LaunchPrompt.tsx';
import { SocialReturnNotice } from '../../features/social/components/SocialReturnNotice.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { networkQuery } from '../../lib/network/network-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';
import { PageSkeleton } from './PageSkeleton.tsx';
import { RewardsDashboard } from './RewardsDashboard.tsx';

const ComingSoonPage = lazyPart(
  async () => (await import('./ComingSoonPage.tsx')).ComingSoonPage,
  <PageSkeleton />,
);

/** The rewards dashboard, or its coming-soon variant where the deployment is set so. */
export function RewardsPage() {
  useDocumentTitle(pageTitles.rewards);
  return (
    <>
      <SocialReturnNotice />
      <Content />
    </>
  );
}

function Content() {
  const session = useSession();
  const network = useQuery(networkQuery);
  // Where the setting cannot be read, the program itself is the better guess: its calls say what they think.
  if (session.status === 'checking' || network.isLoading) return <DashboardSkeleton />;
  const isComingSoon = network.data?.rewardsPage === 'coming-soon';
  switch (session.status) {
    case 'signedOut':
      return isComingSoon ? <ComingSoonPage session={null} /> : <LaunchPrompt />;
    case 'unknown':
      return (
        <>
          <h1 className="sr-only">Rewards</h1>
          <div className="card flex min-h-59">
            <ErrorState what="your account" detail={session.error.message} onRetry={session.retry} />
          </div>
        </>
      );
    case 'signedIn': {
      const { userId } = session.session;
      return isComingSoon ? (
        <ComingSoonPage key={userId} session={session.session} />
      ) : (
        <RewardsDashboard key={userId} userId={userId} />
      );
    }
  }
}
