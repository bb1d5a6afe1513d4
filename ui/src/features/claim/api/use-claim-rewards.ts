import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { type ClaimReceipt, claimRewards } from '../../../../../contracts/api/rewards.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { dashboardQuery, refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';

export type Claim = {
  readonly claim: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly receipt: ClaimReceipt | undefined;
};

/** Claims all that is pending. The receipt is on screen at once; the rest of the page follows the ledger. */
export function useClaimRewards(userId: string): Claim {
  const command = useCommand(claimRewards, ({ receipt }) => {
    queryClient.setQueryData(dashboardQuery(userId).queryKey, (old) => old && applyReceipt(old, receipt));
    void refreshAccount();
  });
  return {
    // A refusal means that this page is behind (claimed in another window, say): it catches up.
    claim: () => command.mutate({}, { onError: () => void refreshAccount() }),
    isPending: command.isPending,
    error: command.error,
    receipt: command.data?.receipt,
  };
}

function applyReceipt(dashboard: Dashboard, receipt: ClaimReceipt): Dashboard {
  return {
    ...dashboard,
    user: {
      ...dashboard.user,
      pendingRewards: receipt.pendingAfter,
      claimedRewards: receipt.claimedAfter,
    },
  };
}
