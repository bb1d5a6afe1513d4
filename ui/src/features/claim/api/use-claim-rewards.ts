import { useEffect, useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { type ClaimReceipt, claimRewards } from '../../../../../contracts/api/rewards.ts';
import { parseSum } from '../../../../../contracts/money.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { isLostAnswer, isOutcomeUnknown } from '../../../lib/api/api-error.ts';
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
  /** What the account had once a claim had failed. */
  const [failedAt, setFailedAt] = useState<string>();
  const command = useCommand(claimRewards, ({ receipt }) => {
    queryClient.setQueryData(queryKey, (old) => old && applyReceipt(old, receipt));
    void refreshAccount();
  });

  const { data, error, reset } = command;
  const isOver = data !== undefined && user !== undefined && hasMovedOn(data.receipt, user);
  // What was said of that is of no use beside other ones.
  const isOldFault = error !== null && failedAt !== undefined && user && failedAt !== figuresOf(user);
  useEffect(() => {
    if (isOver || isOldFault) reset();
  }, [isOver, isOldFault, reset]);

  /** @param claimedBefore in all, as somebody pressed */
  function send(claimedBefore: string | undefined, mayAskAgain: boolean): void {
    setFailedAt(undefined);
    command.mutate({}, { onError: (fault) => void catchUp(fault, claimedBefore, mayAskAgain) });
  }

  /**
   * A refusal means that this page is behind (claimed in another window, say). Where an answer was lost and the server
   * is there, the same claim is sent once more, under the same key: its receipt is the answer. Where that is lost as
   * well, the account says what became of it: who reads that all is claimed is not told to try again. Should another window
   * have claimed it, and that sending be done yet, it takes what is there by then, as any claim does.
   */
  async function catchUp(
    fault: Error,
    claimedBefore: string | undefined,
    mayAskAgain: boolean,
  ): Promise<void> {
    const from = Date.now();
    // Until the account has said what became of it nobody is told that this is not known.
    setCatchingUp(isLostAnswer(fault));
    await refreshAccount();
    setCatchingUp(false);
    const isThere = (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0) >= from;
    if (mayAskAgain && isLostAnswer(fault) && isThere) return send(claimedBefore, false);
    const known = queryClient.getQueryData(queryKey);
    const isDone = known && hasClaimedMore(known.user, claimedBefore);
    if (isDone && isOutcomeUnknown(fault)) {
      // What comes later is another claim.
      command.settle({});
      return reset();
    }
    setFailedAt(known && figuresOf(known.user));
  }

  return {
    claim: () => send(user?.claimedRewards, true),
    isPending: command.isPending || isCatchingUp,
    error: isCatchingUp || isOldFault ? null : error,
    receipt: isOver ? undefined : data?.receipt,
  };
}

const hasClaimedMore = ({ claimedRewards }: Dashboard['user'], before: string | undefined): boolean =>
  before !== undefined && parseSum(claimedRewards) > parseSum(before);

const figuresOf = ({ pendingRewards, claimedRewards }: Dashboard['user']): string =>
  `${pendingRewards} ${claimedRewards}`;

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
