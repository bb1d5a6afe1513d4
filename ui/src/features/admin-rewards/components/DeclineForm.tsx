import { type FormEvent, useState } from 'react';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { declineReward } from '../../../../../contracts/api/reward-requests.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Field } from '../../../components/ui/Field.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';

type DeclineFormProps = {
  readonly id: string;
  /** The word of its button: "Decline", or "Withdraw" for whoever asked. */
  readonly label: string;
  readonly onClose: () => void;
};

export function DeclineForm({ id, label, onClose }: DeclineFormProps) {
  const close = useWhileThere()(onClose);
  const [reason, setReason] = useState('');
  const command = useCommand(
    declineReward,
    ({ message }) => {
      showToast(adminToasts.decided(message));
      close();
      return refreshAfterAct();
    },
    {},
    (error) => showError(adminToasts.decisionFailed(errorText(error))),
  );
  function decline(submitted: FormEvent): void {
    submitted.preventDefault();
    if (reason.trim() === '') return;
    command.mutate({ requestId: id, reason: reason.trim() });
  }
  return (
    <form onSubmit={decline} className="mt-3 grid gap-3 rounded-control bg-surface-2 p-4">
      <Field
        label="Reason"
        hint="Nothing is sent. The reason stands in the history."
        value={reason}
        maxLength={200}
        autoFocus
        autoComplete="off"
        onChange={({ target }) => setReason(target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="ghost" size="sm" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="sm"
          variant="danger"
          pending={command.isPending}
          disabled={reason.trim() === ''}
        >
          {label}
        </Button>
      </div>
    </form>
  );
}
