import { erasePersonalData } from '../../../../../contracts/api/personal-data.ts';
import { erasureTexts } from '../../../../../contracts/erasure-texts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { DryRunResult } from '../../../components/ui/DryRunResult.tsx';
import { useDryRun, wordsToSign } from '../../../lib/admin/use-dry-run.ts';
import { shownWallet } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { personalDataErased } from '../../../lib/session/session-change.ts';
import { showError } from '../../../lib/toast/toast.ts';

/** Says what goes and what stays, and asks for a word and a signature: nobody can bring it back. */
export function ErasureDialog({ onClose }: { onClose: () => void }) {
  const dryRun = useDryRun(erasePersonalData, { dryRun: true });
  const erased = (): Promise<void> => {
    const account = shownWallet();
    if (account !== undefined) personalDataErased(account);
    return refreshAccount();
  };
  const command = useCommand(erasePersonalData, erased, {}, (error) =>
    showError({ title: erasureTexts.failed, description: errorText(error) }),
  );
  if (command.data) return <Done message={command.data.message} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={erasureTexts.title}
      description={erasureTexts.intro}
      confirmLabel={erasureTexts.doIt}
      danger
      typed={erasureTexts.confirmation}
      pending={command.isPending}
      toSign={wordsToSign(dryRun)}
      signing={command.isSigning}
      disabled={!dryRun.data}
      onClose={onClose}
      onConfirm={() => command.mutate({})}
    >
      <DryRunResult dryRun={dryRun} />
      <ul className="mt-3 grid list-disc gap-1 pl-5 text-note text-muted">
        {erasureTexts.keeps.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

function Done({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={erasureTexts.title} description={erasureTexts.done}>
      <p role="status" className="rounded-control bg-surface-2 px-4 py-3 text-sm">
        {message}
      </p>
      <div className="mt-5 flex justify-end">
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}
