import { clearAllBalances, clearBalance, removeUser } from '../../../../../contracts/api/admin-acts.ts';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { HEADERS } from '../../../../../contracts/constants.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { askedBehind, isOvertaken, massActBegan } from '../../../lib/admin/mass-act.ts';
import { useDryRun, wordsToSign } from '../../../lib/admin/use-dry-run.ts';
import { errorText, isRefusedAs } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';
import type { Selected } from '../model/use-selection.ts';
import { EraseOne } from './EraseOne.tsx';
import { RemoveSelectedDialog } from './RemoveSelectedDialog.tsx';

export type UserAct =
  | { readonly kind: 'clear'; readonly user: AdminUser }
  | { readonly kind: 'remove'; readonly user: AdminUser }
  | { readonly kind: 'erase'; readonly user: AdminUser }
  | { readonly kind: 'remove-selected'; readonly users: Selected }
  | { readonly kind: 'clear-all' };

type DialogProps = { readonly onClose: () => void; readonly onDone: () => void };

/** Each act on users asks first, and shows what the server says it would do. */
export function UserActDialog({ act, onClose, onDone }: DialogProps & { readonly act: UserAct }) {
  const whileThere = useWhileThere();
  const end = { onClose: whileThere(onClose), onDone: whileThere(onDone) };
  switch (act.kind) {
    case 'clear':
      return <ClearOne user={act.user} {...end} />;
    case 'remove':
      return <RemoveOne user={act.user} {...end} />;
    case 'erase':
      return <EraseOne user={act.user} onClose={end.onClose} />;
    case 'remove-selected':
      return <RemoveSelectedDialog users={act.users} {...end} />;
    case 'clear-all':
      return <ClearAll {...end} />;
  }
}

function ClearOne({ user, onClose }: DialogProps & { readonly user: AdminUser }) {
  const request = { userId: user.id };
  const dryRun = useDryRun(clearBalance, { ...request, dryRun: true });
  const command = useCommand(
    clearBalance,
    ({ message }) => {
      showToast({ ...successToasts.balanceCleared, description: message });
      onClose();
      return refreshAfterAct();
    },
    {},
    (error) => {
      showError(errorToasts.clearBalanceFailed(errorText(error)));
      if (isRefusedAs(error, 'ClearsOtherwise')) onClose();
    },
    () => (dryRun.data ? { [HEADERS.shownAmount]: dryRun.data.amount } : {}),
  );
  return (
    <ConfirmDialog
      title="Clear App Rewards"
      description={`Takes the unclaimed rewards of ${user.username}. The super admin can undo it in Activity History.`}
      confirmLabel="Clear App Rewards"
      danger
      pending={command.isPending}
      disabled={!dryRun.data}
      onClose={onClose}
      onConfirm={() => command.mutate(request)}
    >
      <DryRunResult dryRun={dryRun} />
    </ConfirmDialog>
  );
}

function RemoveOne({ user, onClose, onDone }: DialogProps & { readonly user: AdminUser }) {
  const request = { userId: user.id, username: user.username };
  const dryRun = useDryRun(removeUser, { ...request, dryRun: true });
  const command = useCommand(
    removeUser,
    ({ message }) => {
      showToast({ ...successToasts.userRemoved, description: message });
      onClose();
      onDone();
      return refreshAfterAct();
    },
    {},
    (error) => showError(errorToasts.removeUserFailed(errorText(error))),
  );
  return (
    <ConfirmDialog
      title="Remove User"
      description={`${user.username} can no longer sign in or earn. The history of the account stays in the ledger.`}
      confirmLabel="Remove User"
      danger
      pending={command.isPending}
      disabled={!dryRun.data}
      onClose={onClose}
      onConfirm={() => command.mutate(request)}
    >
      <DryRunResult dryRun={dryRun} />
    </ConfirmDialog>
  );
}

function ClearAll({ onClose, onDone }: DialogProps) {
  const dryRun = useDryRun(clearAllBalances, { dryRun: true });
  const command = useCommand(
    clearAllBalances,
    ({ requestId, count }) => {
      massActBegan({ kind: 'clear', requestId, count });
      onClose();
      onDone();
      return refreshAfterAct();
    },
    {},
    (error) => {
      showError(errorToasts.clearBalanceFailed(errorText(error)));
      if (isOvertaken(error)) onClose();
    },
    () => askedBehind(dryRun.data),
  );
  return (
    <ConfirmDialog
      title="Clear All App Rewards"
      description="Takes the unclaimed rewards of every user."
      confirmLabel="Clear All App Rewards"
      danger
      pending={command.isPending}
      toSign={wordsToSign(dryRun)}
      signing={command.isSigning}
      disabled={!dryRun.data}
      onClose={onClose}
      onConfirm={() => command.mutate({})}
    >
      <DryRunResult dryRun={dryRun} />
    </ConfirmDialog>
  );
}
