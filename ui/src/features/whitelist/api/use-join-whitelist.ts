import { joinWhitelist } from '../../../../../contracts/api/rewards.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

export function useJoinWhitelist() {
  const command = useCommand(
    joinWhitelist,
    () => {
      showToast(successToasts.whitelistJoined);
      return refreshAccount();
    },
    {},
    (error) => showError(errorToasts.whitelistFailed(errorText(error))),
  );
  return { join: (): void => command.mutate({}), isPending: command.isPending };
}
