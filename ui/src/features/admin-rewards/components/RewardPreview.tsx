import type { sendReward } from '../../../../../contracts/api/admin.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { Line } from '../../../components/ui/Line.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { SentBefore } from './SentBefore.tsx';

type RewardPreviewProps = {
  readonly walletAddress: string;
  readonly reason: string;
  readonly would: ResponseOf<typeof sendReward>;
  readonly pending: boolean;
  readonly signing: boolean;
  /** A sending of it got no answer. */
  readonly mayBeSent: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
};

/** Who would get how much, as the server sees it. */
export function RewardPreview({
  walletAddress,
  reason,
  would,
  pending,
  signing,
  mayBeSent,
  onSend,
  onClose,
}: RewardPreviewProps) {
  const { message, username, above, pendingBefore, pendingAfter, sentBefore, toSign } = would;
  return (
    <ConfirmDialog
      title="Send Reward"
      description={
        mayBeSent
          ? 'Maybe sent already. Send it again to find out.'
          : 'Nothing is sent yet. This is what would happen.'
      }
      confirmLabel={above ? 'Ask for Approval' : 'Send Reward'}
      pending={pending}
      signing={signing}
      toSign={toSign}
      onClose={onClose}
      onConfirm={onSend}
    >
      <p className="rounded-control bg-surface-2 px-4 py-3 [overflow-wrap:anywhere]">{message}</p>
      {/* Of one whose answer was lost it is this one itself, which is sent once. */}
      {sentBefore !== undefined && !mayBeSent && <SentBefore told={sentBefore} />}
      <dl className="mt-3 grid">
        <Line name="User">{username}</Line>
        <Line name="Wallet">
          <Address address={walletAddress} copyable={false} />
        </Line>
        {/* Asking moves nothing, so that there is no after yet. */}
        <Line name={above ? 'App Rewards now' : 'App Rewards before'}>
          <Money amount={pendingBefore} decimals={DECIMALS.pendingBalance} />
        </Line>
        {!above && (
          <Line name="App Rewards after">
            <Money amount={pendingAfter} decimals={DECIMALS.pendingBalance} tone="gold" />
          </Line>
        )}
        <Line name="Reason">{reason}</Line>
      </dl>
    </ConfirmDialog>
  );
}
