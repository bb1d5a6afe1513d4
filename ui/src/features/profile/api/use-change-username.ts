import { changeUsername } from '../../../../../contracts/api/profile.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

export function useChangeUsername(walletAddress: string) {
  const command = useCommand(
    changeUsername,
    ({ username }) => {
      showToast({ ...successToasts.usernameUpdated, description: `You are ${username} now.` });
      return refreshAccount();
    },
    { walletAddress },
  );
  return {
    change: (username: string, onChanged: () => void): void =>
      command.mutate(
        { username },
        {
          onSuccess: onChanged,
          onError: (error) => showError(errorToasts.updateFailed(messageOf(error))),
        },
      ),
    isPending: command.isPending,
    error: command.error,
    forgetError: command.reset,
  };
}
