import { useState } from 'react';
import { rewardRequestTexts } from '../../../../../contracts/admin-messages.ts';
import type { RewardRequest } from '../../../../../contracts/api/reward-requests.ts';
import { lowerCase } from '../../../../../contracts/wallet-address-text.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';
import { ApproveDialog } from './ApproveDialog.tsx';
import { DeclineForm } from './DeclineForm.tsx';

type RewardRequestRowProps = {
  readonly request: RewardRequest;
  /** Whoever looks at it. */
  readonly wallet: string;
  /** Whether the list still has it, or it is kept for a form of it that is open. */
  readonly isListed: boolean;
  readonly onForm: () => void;
  readonly onFormGone: () => void;
};

const tones: Readonly<Record<RewardRequest['state'], BadgeTone>> = {
  open: 'info',
  approved: 'success',
  declined: 'danger',
  expired: 'neutral',
};

export function RewardRequestRow({ request, wallet, isListed, onForm, onFormGone }: RewardRequestRowProps) {
  const [choice, setChoice] = useState<'approve' | 'decline'>();
  const mayAct = useMayAct();
  const { state, amount, username, reason, above, requestedBy, requestedAt, decidedBy, declinedFor } =
    request;
  const unsent = unsentOf(request);
  const isOwn = lowerCase(requestedBy) === lowerCase(wallet);
  const declineLabel = isOwn ? 'Withdraw' : 'Decline';
  function open(form: 'approve' | 'decline'): void {
    setChoice(form);
    onForm();
  }
  function close(): void {
    setChoice(undefined);
    onFormGone();
  }
  return (
    <li className="border-b border-line/60 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={unsent?.tone ?? tones[state]}>{unsent?.text ?? rewardRequestTexts.states[state]}</Badge>
        <span className="min-w-0 text-sm font-medium [overflow-wrap:anywhere]">
          <Money amount={amount} decimals={2} whole /> to {username}
        </span>
        <RelativeTime at={requestedAt} className="text-note text-faint" />
        {mayAct && state === 'open' && (
          <span className="-my-1 ml-auto flex gap-1">
            {!isOwn && (
              <Button
                size="sm"
                aria-label={`Approve the reward to ${username}`}
                onClick={() => open('approve')}
              >
                Approve
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              aria-label={`${declineLabel} the reward to ${username}`}
              onClick={() => open('decline')}
            >
              {declineLabel}
            </Button>
          </span>
        )}
      </div>
      <p className="mt-1.5 text-sm [overflow-wrap:anywhere]">{reason}</p>
      <p className="mt-1 text-note text-muted [overflow-wrap:anywhere]">
        {rewardRequestTexts.above[above]}. Asked for by <Address address={requestedBy} copyable={false} />
        {decidedBy !== null && (
          <>
            ; {rewardRequestTexts.states[state].toLowerCase()} by{' '}
            <Address address={decidedBy} copyable={false} />
          </>
        )}
        {declinedFor !== null && `: ${declinedFor}`}
      </p>
      {state === 'open' && isOwn && <p className="mt-1 text-note text-muted">{rewardRequestTexts.own}</p>}
      {unsent && <p className="mt-1 text-note text-muted">{unsent.next}</p>}
      {choice === 'approve' && <ApproveDialog request={request} isListed={isListed} onClose={close} />}
      {choice === 'decline' && <DeclineForm id={request.id} label={declineLabel} onClose={close} />}
    </li>
  );
}

type Unsent = { readonly tone: BadgeTone; readonly text: string; readonly next: string };

/** Of what was approved and not granted: whether it still may be. */
function unsentOf({ unpaid, dismissed }: RewardRequest): Unsent | undefined {
  if (!unpaid) return undefined;
  const texts = rewardRequestTexts;
  return dismissed
    ? { tone: 'neutral', text: texts.dismissed, next: texts.dismissedNext }
    : { tone: 'info', text: texts.unpaid, next: texts.unpaidNext };
}
