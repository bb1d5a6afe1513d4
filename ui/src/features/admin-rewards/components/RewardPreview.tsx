import { sendReward } from '../../../../../contracts/api/admin.ts';
import type { RequestOf } from '../../../../../contracts/api/endpoint.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { Line } from '../../../components/ui/Line.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { useDryRun } from '../../../lib/admin/use-dry-run.ts';

type RewardPreviewProps = {
  readonly request: RequestOf<typeof sendReward>;
  readonly pending: boolean;
  readonly signing: boolean;
  readonly onSend: () => void;
  readonly onClose: () => void;
};

/** Who would get how much, as the server sees it. */
export function RewardPreview({ request, pending, signing, onSend, onClose }: RewardPreviewProps) {
  const dryRun = useDryRun(sendReward, { ...request, dryRun: true });
  const { data } = dryRun;
  return (
    <ConfirmDialog
      title="Send Reward"
      description="Nothing is sent yet. This is what would happen."
      confirmLabel={data?.above ? 'Ask for Approval' : 'Send Reward'}
      pending={pending}
      signing={signing}
      toSign={data?.toSign}
      disabled={!data}
      onClose={onClose}
      onConfirm={onSend}
    >
      <DryRunResult dryRun={dryRun} />
      {!dryRun.error && (
        <dl className="mt-3 grid">
          <Line name="User">{data?.username}</Line>
          <Line name="Wallet">
            <Address address={request.walletAddress} copyable={false} />
          </Line>
          {/* Asking moves nothing, so that there is no after yet. */}
          <Line name={data?.above ? 'App Rewards now' : 'App Rewards before'}>
            {data && <Money amount={data.pendingBefore} decimals={DECIMALS.pendingBalance} />}
          </Line>
          {!data?.above && (
            <Line name="App Rewards after">
              {data && <Money amount={data.pendingAfter} decimals={DECIMALS.pendingBalance} tone="gold" />}
            </Line>
          )}
          <Line name="Reason">{request.reason}</Line>
        </dl>
      )}
    </ConfirmDialog>
  );
}
