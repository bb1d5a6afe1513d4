import { type SubmitEvent, useState } from 'react';
import { getAddress } from 'viem/utils';
import { actWords } from '../../../../../contracts/act-messages.ts';
import { addAdmin } from '../../../../../contracts/api/admin-acts.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { ApiError, errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { adminFault } from '../model/admin-fault.ts';

export function AddAdminForm() {
  const [typed, setTyped] = useDraft('add-admin');
  const [fault, setFault] = useState<string>();
  const [asking, setAsking] = useState(false);
  const command = useCommand(
    addAdmin,
    ({ message }) => {
      showToast({ ...successToasts.adminAdded, description: message });
      setTyped('');
      setAsking(false);
      return refreshAfterAct();
    },
    {},
    (error) => {
      // What the wallet refused can be tried again as it is; what the server refused has to be changed.
      if (!(error instanceof ApiError)) return showError(errorToasts.addAdminFailed(errorText(error)));
      setAsking(false);
      fail(errorText(error));
    },
  );

  const adminWallet = typed.trim();

  function fail(text: string): void {
    setFault(text);
    showError(errorToasts.addAdminFailed(text));
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (command.isPending) return;
    const found = adminFault(typed);
    setFault(undefined);
    if (found) fail(found);
    else setAsking(true);
  }

  return (
    <>
      <form noValidate onSubmit={submit}>
        <Field
          label="Add New Admin Wallet"
          placeholder="0x..."
          autoComplete="off"
          spellCheck={false}
          value={typed}
          // Not disabled: whoever sent it by Enter, and is refused, goes on where they are.
          readOnly={command.isPending}
          error={fault}
          hint="The new admin gains access immediately."
          onChange={({ target }) => {
            setTyped(target.value);
            setFault(undefined);
          }}
          action={
            <Button type="submit" variant="primary" pending={command.isPending}>
              Add Admin
            </Button>
          }
        />
      </form>
      {asking && (
        <ConfirmDialog
          title="Add Admin"
          description="The wallet can send rewards, draw raffles and add other admins from this moment on."
          confirmLabel="Add Admin"
          pending={command.isPending}
          signing={command.isSigning}
          toSign={actWords.addAdmin(getAddress(adminWallet))}
          onConfirm={() => command.mutate({ adminWallet })}
          onClose={() => {
            command.withdraw();
            setAsking(false);
          }}
        >
          <p className="rounded-control bg-surface-2 px-4 py-3 font-mono text-note break-all">
            {adminWallet}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
