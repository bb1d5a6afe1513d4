import { useEffect } from 'react';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { approveReward, type RewardRequest } from '../../../../../contracts/api/reward-requests.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { successToasts } from '../../../../../contracts/toasts.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { Line } from '../../../components/ui/Line.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { shownOf, useDryRun, wordsToSign } from '../../../lib/admin/use-dry-run.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';
import { askedBeside, isNotAsShown } from '../model/as-shown.ts';
import { SentBefore } from './SentBefore.tsx';

type ApproveDialogProps = {
  readonly request: RewardRequest;
  /** Whether it still waits, as far as the list knows. */
  readonly isListed: boolean;
  readonly onClose: () => void;
};

/** What an approval would do, as the server sees it, and the approval. */
export function ApproveDialog({ request, isListed, onClose }: ApproveDialogProps) {
  const requestId = request.id;
  const close = useWhileThere()(onClose);
  const dryRun = useDryRun(approveReward, { requestId, dryRun: true });
  const command = useCommand(
    approveReward,
    ({ message, unpaid }) => {
      if (unpaid === undefined) showToast({ ...successToasts.rewardSent, description: message });
      else showError(adminToasts.rewardUnpaid(message));
      close();
      return refreshAfterAct();
    },
    {},
    (error) => {
      showError(adminToasts.decisionFailed(errorText(error)));
      if (isNotAsShown(error)) close();
    },
    () => askedBeside(dryRun.data),
  );
  const { refetch } = dryRun;
  const { isPending } = command;
  // Another admin has decided meanwhile: the server says what is left to do.
  useEffect(() => {
    if (!isListed && !isPending) void refetch();
  }, [isListed, isPending, refetch]);
  return (
    <ConfirmDialog
      title="Approve Reward"
      description={`You are the second admin. ${
        command.mayBeDone({ requestId })
          ? 'Maybe sent already: approve again to find out.'
          : 'Nothing is sent yet: this is what would happen.'
      }`}
      confirmLabel="Approve and Send"
      pending={isPending}
      signing={command.isSigning}
      // Above the limit of one admin most are above that of a session alone, too.
      toSign={wordsToSign(dryRun)}
      disabled={!dryRun.data}
      onClose={() => {
        command.withdraw();
        close();
      }}
      onConfirm={() => command.mutate({ requestId })}
    >
      <DryRunResult dryRun={dryRun} />
      <dl className="mt-3 grid">
        <Line name="User">{shownOf(dryRun, ({ username }) => username)}</Line>
        {request.walletAddress !== null && (
          <Line name="Wallet">
            <Address address={request.walletAddress} copyable={false} />
          </Line>
        )}
        <Line name="Asked for by">
          <Address address={request.requestedBy} copyable={false} />
        </Line>
        <Line name="App Rewards before">
          {shownOf(dryRun, ({ pendingBefore }) => (
            <Money amount={pendingBefore} decimals={DECIMALS.pendingBalance} />
          ))}
        </Line>
        <Line name="App Rewards after">
          {shownOf(dryRun, ({ pendingAfter }) => (
            <Money amount={pendingAfter} decimals={DECIMALS.pendingBalance} tone="gold" />
          ))}
        </Line>
        <Line name="Reason">{request.reason}</Line>
      </dl>
      {dryRun.data?.sentBefore !== undefined && <SentBefore told={dryRun.data.sentBefore} />}
    </ConfirmDialog>
  );
}
