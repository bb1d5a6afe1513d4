import { type SubmitEvent, useState } from 'react';
import { addAdmin } from '../../../../../contracts/api/admin-acts.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { adminFault } from '../model/admin-fault.ts';

export function AddAdminForm() {
  const [typed, setTyped] = useDraft('add-admin');
  const [fault, setFault] = useState<string>();
  const command = useCommand(addAdmin, ({ message }) => {
    showToast({ ...successToasts.adminAdded, description: message });
    setTyped('');
    return refreshAdmin();
  });

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
    else command.mutate({ adminWallet: typed.trim() }, { onError: (error) => fail(errorText(error)) });
  }

  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="Add New Admin Wallet"
        placeholder="0x..."
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={typed}
        disabled={command.isPending}
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
  );
}
