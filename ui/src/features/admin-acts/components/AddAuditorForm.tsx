import { type SubmitEvent, useState } from 'react';
import { getAddress } from 'viem/utils';
import { actWords } from '../../../../../contracts/act-messages.ts';
import { auditorTexts } from '../../../../../contracts/admin-messages.ts';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { addAuditor } from '../../../../../contracts/api/admin-auditors.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { ApiError, errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { adminFault } from '../model/admin-fault.ts';

export function AddAuditorForm() {
  const [typed, setTyped] = useDraft('add-auditor');
  const [fault, setFault] = useState<string>();
  const [asking, setAsking] = useState(false);
  const command = useCommand(
    addAuditor,
    ({ message }) => {
      showToast({ ...adminToasts.auditorAdded, description: message });
      setTyped('');
      setAsking(false);
      return refreshAfterAct();
    },
    {},
    (error) => {
      showError(adminToasts.addAuditorFailed(errorText(error)));
      // What the wallet refused can be tried again as it is; what the server refused has to be changed.
      if (!(error instanceof ApiError)) return;
      setAsking(false);
      setFault(errorText(error));
    },
  );
  const auditorWallet = typed.trim();

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (command.isPending) return;
    const found = adminFault(typed);
    setFault(found);
    if (found) showError(adminToasts.addAuditorFailed(found));
    else setAsking(true);
  }

  return (
    <>
      <form noValidate onSubmit={submit}>
        <Field
          label="Add New Auditor Wallet"
          placeholder="0x..."
          autoComplete="off"
          spellCheck={false}
          value={typed}
          // Not disabled: whoever sent it by Enter, and is refused, goes on where they are.
          readOnly={command.isPending}
          error={fault}
          hint={auditorTexts.intro}
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
          action={
            <Button type="submit" pending={command.isPending}>
              {auditorTexts.addTitle}
            </Button>
          }
        />
      </form>
      {asking && (
        <ConfirmDialog
          title={auditorTexts.addTitle}
          description={auditorTexts.addAsk}
          confirmLabel={auditorTexts.addTitle}
          pending={command.isPending}
          signing={command.isSigning}
          toSign={actWords.addAuditor(getAddress(auditorWallet))}
          onConfirm={() => command.mutate({ auditorWallet })}
          onClose={() => {
            command.withdraw();
            setAsking(false);
          }}
        >
          <p className="rounded-control bg-surface-2 px-4 py-3 font-mono text-note break-all">
            {auditorWallet}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
