import { EMAIL_SIGNUP_REWARD } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useResend } from '../api/use-resend.ts';

/** Signed up and not yet verified: what to do now, and the mail once more. */
export function PendingVerification({ email, earns }: { email: string; earns: boolean }) {
  const resend = useResend(email);
  return (
    <div className="flex flex-1 flex-col gap-4">
      <div className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-info/10 text-info">
          <Icon name="mail" />
        </span>
        <div className="min-w-0">
          <p className="text-sm font-medium">Pending verification</p>
          <p className="mt-0.5 text-[13px] text-muted [overflow-wrap:anywhere]">
            Open the link that we sent to <span className="text-text">{email}</span>. It is good for 24 hours
            {earns ? ` and brings you ${EMAIL_SIGNUP_REWARD} EVO and more.` : '.'}
          </p>
        </div>
      </div>
      <Button
        size="sm"
        className="mt-auto self-start"
        pending={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {resend.isPending ? 'Sending…' : 'Resend email'}
      </Button>
    </div>
  );
}
