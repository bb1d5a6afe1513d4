import { getDevOutbox } from '../../../../../contracts/api/email.ts';
import { EMAIL_SIGNUP_REWARD, EMAIL_VERIFICATION_REWARD } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useQuery } from '../../../lib/api/use-query.ts';
import { networkQuery } from '../../../lib/network/network-query.ts';
import { useResend } from '../api/use-resend.ts';

type PendingVerificationProps = {
  readonly email: string;
  readonly earns: boolean;
  /** It is an account's own, which has one: another address can be given once this one is erased. */
  readonly isErasable: boolean;
};

/** Signed up and not yet verified: what to do now, and the mail once more. */
export function PendingVerification({ email, earns, isErasable }: PendingVerificationProps) {
  const resend = useResend(email);
  const network = useQuery(networkQuery);
  return (
    <div className="flex flex-1 flex-col gap-4">
      <div className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-info/10 text-info">
          <Icon name="mail" />
        </span>
        <div className="min-w-0">
          <p className="text-sm font-medium">Pending verification</p>
          <p className="mt-0.5 text-note text-muted [overflow-wrap:anywhere]">
            Open the link that we sent to <span className="text-text">{email}</span>. It is good for 24 hours
            {earns
              ? ` and brings you ${EMAIL_SIGNUP_REWARD} EVO for the signup and ${EMAIL_VERIFICATION_REWARD} EVO for the address.`
              : '.'}
          </p>
        </div>
      </div>
      {isErasable && (
        <p className="text-note text-faint">
          Not your address? Erase your personal data, in your profile, and sign up with the right one.
        </p>
      )}
      {network.data?.demoWallet && (
        <p className="text-note text-muted">
          On this local trial no mail leaves the computer:{' '}
          <a href={getDevOutbox.path} target="_blank" rel="noopener" className="text-accent underline">
            look at what was sent
          </a>
          .
        </p>
      )}
      <Button
        size="sm"
        className="mt-auto self-start"
        pending={resend.isPending}
        busyText="Sending…"
        onClick={() => resend.mutate()}
      >
        Resend email
      </Button>
    </div>
  );
}
