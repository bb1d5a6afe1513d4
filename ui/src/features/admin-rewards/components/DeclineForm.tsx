import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import { declineReward } from '../../../../../contracts/api/reward-requests.ts';
import { ReasonForm } from '../../../components/ui/ReasonForm.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';

type DeclineFormProps = {
  readonly id: string;
  /** The word of its button: "Decline", or "Withdraw" for whoever asked. */
  readonly label: string;
  readonly onClose: () => void;
};

export function DeclineForm({ id, label, onClose }: DeclineFormProps) {
  const [typed, setTyped, forgetDraft] = useDraft(`decline:${id}`);
  const close = useWhileThere()(onClose);
  const command = useCommand(
    declineReward,
    ({ message }) => {
      showToast(adminToasts.decided(message));
      forgetDraft();
      close();
      return refreshAfterAct();
    },
    {},
    (error) => showError(adminToasts.decisionFailed(errorText(error))),
  );
  return (
    <ReasonForm
      typed={typed}
      onType={setTyped}
      hint="Nothing is sent. The reason stands in the history."
      label={label}
      variant="danger"
      pending={command.isPending}
      onReason={(reason) => command.mutate({ requestId: id, reason })}
      onClose={() => {
        forgetDraft();
        onClose();
      }}
    />
  );
}
