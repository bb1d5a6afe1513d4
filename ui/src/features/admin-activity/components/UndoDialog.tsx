import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { undoAct } from '../../../../../contracts/api/admin-acts.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { useDryRun, wordsToSign } from '../../../lib/admin/use-dry-run.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';
import type { AdminActivity } from '../api/activity-pages.ts';

export function UndoDialog({ activity, onClose }: { activity: AdminActivity; onClose: () => void }) {
  const close = useWhileThere()(onClose);
  const request = { eventId: activity.id };
  const dryRun = useDryRun(undoAct, { ...request, dryRun: true });
  const command = useCommand(
    undoAct,
    ({ message }) => {
      showToast({ ...adminToasts.actUndone, description: message });
      close();
      return refreshAfterAct();
    },
    {},
    (error) => showError(adminToasts.undoFailed(errorText(error))),
  );
  // Of other acts only the largest are signed: a place that is kept for the words would be empty for most.
  const isReset = activity.action_type === 'rewards_reset_all';
  return (
    <ConfirmDialog
      title="Undo"
      description="Nothing is erased: a new event takes back what the act did."
      confirmLabel="Undo"
      pending={command.isPending}
      toSign={isReset ? wordsToSign(dryRun) : dryRun.data?.toSign}
      signing={command.isSigning}
      disabled={!dryRun.data}
      onClose={close}
      onConfirm={() => command.mutate(request)}
    >
      <p className="mb-3 text-muted [overflow-wrap:anywhere]">{activity.description}</p>
      <DryRunResult dryRun={dryRun} />
    </ConfirmDialog>
  );
}
