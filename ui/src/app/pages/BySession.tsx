import type { ReactNode } from 'react';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { type Session, useSession } from '../../lib/session/session.ts';
import { DashboardSkeleton } from './DashboardSkeleton.tsx';

type BySessionProps = {
  readonly signedOut: ReactNode;
  readonly signedIn: (session: Session) => ReactNode;
};

/** A page that is one thing to a visitor and another to who is connected. */
export function BySession({ signedOut, signedIn }: BySessionProps) {
  const session = useSession();
  switch (session.status) {
    case 'checking':
      return <DashboardSkeleton />;
    case 'signedOut':
      return signedOut;
    case 'unknown':
      return (
        <>
          <h1 className="sr-only">Rewards</h1>
          <div className="card flex min-h-59">
            <ErrorState what="your account" detail={session.fault} onRetry={session.retry} />
          </div>
        </>
      );
    case 'signedIn':
      return signedIn(session.session);
  }
}
