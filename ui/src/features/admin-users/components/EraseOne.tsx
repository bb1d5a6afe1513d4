import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';
import { eraseUserData } from '../../../../../contracts/api/personal-data.ts';
import { erasureTexts } from '../../../../../contracts/erasure-texts.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { useDryRun, wordsToSign } from '../../../lib/admin/use-dry-run.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

/** Erases what is known of a person who asked for it. */
export function EraseOne({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const request = { userId: user.id };
  const dryRun = useDryRun(eraseUserData, { ...request, dryRun: true });
  const command = useCommand(
    eraseUserData,
    ({ message }) => {
      showToast({ title: erasureTexts.doneByAdmin, description: message });
      onClose();
      return refreshAfterAct();
    },
    {},
    (error) => showError({ title: erasureTexts.failed, description: errorText(error) }),
  );
  return (
    <ConfirmDialog
      title={erasureTexts.title}
      description={erasureTexts.introOfAdmin(user.username)}
      confirmLabel={erasureTexts.doIt}
      danger
      typed={erasureTexts.confirmation}
      pending={command.isPending}
      toSign={wordsToSign(dryRun)}
      signing={command.isSigning}
      disabled={!dryRun.data}
      onClose={onClose}
      onConfirm={() => command.mutate(request)}
    >
      <DryRunResult dryRun={dryRun} />
    </ConfirmDialog>
  );
}
