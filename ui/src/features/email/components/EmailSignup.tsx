import { useEffect, useRef, useState } from 'react';
import type { User } from '../../../../../contracts/api/user.ts';
import { EMAIL_SIGNUP_REWARD } from '../../../../../contracts/constants.ts';
import { pages } from '../../../../../contracts/messages.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { PendingVerification } from './PendingVerification.tsx';
import { SignupForm } from './SignupForm.tsx';

type EmailSignupProps = {
  /** Undefined: nobody is signed in, the signup is without a wallet. */
  readonly user: Pick<User, 'email' | 'isEmailVerified' | 'isEmailRewarded' | 'walletAddress'> | undefined;
};

/** The content of the signup card: the form, the wait for the link, or the verified address. */
export function EmailSignup({ user }: EmailSignupProps) {
  const [sentTo, setSentTo] = useState<string>();
  const [known, setKnown] = useState(user?.email);
  if (known !== user?.email) {
    setKnown(user?.email);
    // Erased since: no link is waited for any more, and an address can be signed up.
    if (user?.email === null) setSentTo(undefined);
  }
  const pending = user?.email ?? sentTo;
  if (user?.isEmailVerified) return <VerifiedEmail email={user.email} />;
  if (pending !== undefined) {
    return (
      <Landing moved={sentTo !== undefined}>
        <PendingVerification
          email={pending}
          earns={user?.isEmailRewarded === false}
          isErasable={user !== undefined}
        />
      </Landing>
    );
  }
  return (
    <div className="flex flex-1 flex-col gap-4">
      <SignupForm walletAddress={user?.walletAddress ?? null} onSignedUp={setSentTo} />
      <p className="mt-auto text-note text-faint">
        One signup per wallet address.{' '}
        {user?.isEmailRewarded
          ? pages.rewardedBefore
          : `A wallet is optional, but needed to receive the ${EMAIL_SIGNUP_REWARD} EVO reward.`}
      </p>
    </div>
  );
}

function VerifiedEmail({ email }: { email: string | null }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-success/10 text-success">
        <Icon name="mail" />
      </span>
      <p className="min-w-0 flex-1 text-sm [overflow-wrap:anywhere]">{email}</p>
      <Badge tone="success">
        <Icon name="check" className="size-3.5" /> Verified
      </Badge>
    </div>
  );
}

/** Takes the focus that the form had: the form is gone once it was sent. */
function Landing({ moved, children }: { moved: boolean; children: React.ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (moved && document.activeElement === document.body) place.current?.focus();
  }, [moved]);
  return (
    <div ref={place} tabIndex={-1} role="status" className="flex flex-1 flex-col">
      {children}
    </div>
  );
}
