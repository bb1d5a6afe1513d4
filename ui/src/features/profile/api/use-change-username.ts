import { changeUsername } from '../../../../../contracts/api/profile.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { isRefusedAs, messageOf } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showNotice, showToast } from '../../../lib/toast/toast.ts';

/** `onChanged` is told before the account is read again: with its new name the form is another one. */
export function useChangeUsername(walletAddress: string, onChanged: () => void) {
  const command = useCommand(
    changeUsername,
    ({ username }) => {
      showToast({ ...successToasts.usernameUpdated, description: `You are ${username} now.` });
      onChanged();
      return refreshAccount();
    },
    { walletAddress },
    (error) => {
      if (!isRefusedAs(error, 'UsernameUnchanged'))
        return showError(errorToasts.updateFailed(messageOf(error)));
      // This page is behind: the account was given the name in another window.
      showNotice(errorToasts.noChanges);
      onChanged();
      void refreshAccount();
    },
  );
  return {
    change: (username: string): void => command.mutate({ username }),
    isPending: command.isPending,
    error: command.error,
    forgetError: command.reset,
  };
}
