import { checkIn } from '../../../../../contracts/api/rewards.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { serverDay } from '../../../lib/server-time.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

/** Of one day: what was not answered yesterday is no check-in of today. */
export function useCheckIn() {
  const day = serverDay();
  const command = useCommand(
    checkIn,
    ({ message }) => {
      showToast({ ...successToasts.checkedIn, description: message });
      return refreshAccount();
    },
    { day },
    (error) => {
      showError(errorToasts.checkInFailed(errorText(error)));
      // A refusal means that this page is behind: checked in elsewhere, or a new day.
      void refreshAccount();
    },
  );
  return { checkIn: (): void => command.mutate({}), isPending: command.isPending };
}
