import { useEffect, useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { type ClaimReceipt, claimRewards } from '../../../../../contracts/api/rewards.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { NoAnswer } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { dashboardQuery, refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { hasMovedOn } from '../model/moved-on.ts';

export type Claim = {
  readonly claim: () => void;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly receipt: ClaimReceipt | undefined;
};

/**
 * Claims all that is pending. The receipt is on screen at once; the rest of the page follows the ledger. It is there
 * until the account has moved on.
 * @param user as the page has read it; undefined before
 */
export function useClaimRewards(userId: string, user: Dashboard['user'] | undefined): Claim {
  const { queryKey } = dashboardQuery(userId);
  const [isCatchingUp, setCatchingUp] = useState(false);
  const command = useCommand(claimRewards, ({ receipt }) => {
    queryClient.setQueryData(queryKey, (old) => old && applyReceipt(old, receipt));
    void refreshAccount();
  });

  const { data, reset } = command;
  const isOver = data !== undefined && user !== undefined && hasMovedOn(data.receipt, user);
  useEffect(() => {
    if (isOver) reset();
  }, [isOver, reset]);

  function send(mayAskAgain: boolean): void {
    command.mutate({}, { onError: (error) => void catchUp(error, mayAskAgain) });
  }

  /**
   * A refusal means that this page is behind (claimed in another window, say). Where an answer was lost and the server
   * is there, the same claim is sent once more, under the same key: its receipt is the answer.
   */
  async function catchUp(error: Error, mayAskAgain: boolean): Promise<void> {
    const from = Date.now();
    setCatchingUp(mayAskAgain && error instanceof NoAnswer);
    await refreshAccount();
    setCatchingUp(false);
    const isThere = (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= from;
    if (mayAskAgain && error instanceof NoAnswer && isThere) send(false);
  }

  return {
    claim: () => send(true),
    isPending: command.isPending || isCatchingUp,
    error: isCatchingUp ? null : command.error,
    receipt: isOver ? undefined : data?.receipt,
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
