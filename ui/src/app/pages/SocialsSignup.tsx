import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { EMAIL_SIGNUP_REWARD } from '../../../../contracts/constants.ts';
import { buttonClass } from '../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../components/ui/Card.tsx';
import { ErrorState } from '../../components/ui/ErrorState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useSession } from '../../lib/session/session.ts';

const EmailSignup = lazyPart(
  () => import('../../features/email/components/EmailSignup.tsx'),
  ({ EmailSignup }) => EmailSignup,
  <Skeleton className="h-36" />,
);

/** The email signup for who has no wallet yet; who has one finds it among the rewards. */
export function SocialsSignup() {
  return (
    <Card aria-labelledby="signup-title" className="flex min-h-76 flex-col">
      <CardHeader id="signup-title" title="Stay in touch" />
      <div className="flex flex-1 flex-col gap-5 px-5 pt-1 pb-5">
        <Content />
      </div>
    </Card>
  );
}

function Content(): ReactNode {
  const session = useSession();
  switch (session.status) {
    case 'checking':
      return <Skeleton className="h-52" />;
    case 'unknown':
      return <ErrorState what="the signup" detail={session.fault} onRetry={session.retry} />;
    case 'signedIn':
      return (
        <>
          <p className="max-w-md text-sm text-muted">
            Your wallet is connected. Your email signup is among your rewards.
          </p>
          <Link href="/evo-rewards" className={`${buttonClass()} mt-auto self-start`}>
            Open your rewards
          </Link>
        </>
      );
    case 'signedOut':
      return (
        <>
          <p className="max-w-md text-sm text-muted">
            No wallet yet? Leave your email and hear from us. The {EMAIL_SIGNUP_REWARD} EVO for it need one:
            connect it later, and sign up with it.
          </p>
          <EmailSignup user={undefined} />
        </>
      );
  }
}
