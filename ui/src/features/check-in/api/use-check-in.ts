import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { checkIn } from '../../../../../contracts/api/rewards.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

type CheckedIn = ResponseOf<typeof checkIn>;

/** Of one day: what was not answered yesterday is no check-in of today. */
export function useCheckIn() {
  const day = new Date().toISOString().slice(0, 10);
  const done = ({ message }: CheckedIn) => {
    showToast({ ...successToasts.checkedIn, description: message });
    return refreshAccount();
  };
  const command = useCommand(checkIn, done, { day });
  return {
    checkIn: (): void =>
      command.mutate(
        {},
        {
          onError: (error) => {
            showError(errorToasts.checkInFailed(errorText(error)));
            // A refusal means that this page is behind: checked in elsewhere, or a new day.
            void refreshAccount();
          },
        },
      ),
    isPending: command.isPending,
  };
}
