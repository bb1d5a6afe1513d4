import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { LaunchPrompt } from '../../features/launch/LaunchPrompt.tsx';
import { useSession } from '../../lib/session/session.ts';
import { useDocumentTitle } from '../../lib/use-document-title.ts';
import { PageSkeleton } from './PageSkeleton.tsx';
import { RewardsDashboard } from './RewardsDashboard.tsx';

export function RewardsPage() {
  useDocumentTitle('Rewards');
  const session = useSession();
  switch (session.status) {
    case 'checking':
      return <PageSkeleton />;
    case 'signedOut':
      return <LaunchPrompt />;
    case 'unknown':
      return (
        <>
          <h1 className="sr-only">Rewards</h1>
          <div className="card flex min-h-59">
            <ErrorState what="your account" detail={session.error.message} onRetry={session.retry} />
          </div>
        </>
      );
    case 'signedIn':
      return <RewardsDashboard key={session.session.userId} userId={session.session.userId} />;
  }
}
