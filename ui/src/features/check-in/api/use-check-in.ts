import { checkIn } from '../../../../../contracts/api/rewards.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { serverDay } from '../../../lib/server-time.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

/** Of the day on which it is sent, whenever the page was drawn: what was not answered yesterday is no check-in of today. */
const OF_TODAY = {
  get day() {
    return serverDay();
  },
};

export function useCheckIn() {
  const command = useCommand(
    checkIn,
    ({ message }) => {
      showToast({ ...successToasts.checkedIn, description: message });
      return refreshAccount();
    },
    OF_TODAY,
    (error) => {
      showError(errorToasts.checkInFailed(errorText(error)));
      // A refusal means that this page is behind: checked in elsewhere, or a new day.
      void refreshAccount();
    },
  );
  return { checkIn: (): void => command.mutate({}), isPending: command.isPending };
}
