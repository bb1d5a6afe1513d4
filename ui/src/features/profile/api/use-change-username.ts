import { changeUsername } from '../../../../../contracts/api/profile.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
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
      if (!isUnchanged(error)) return showError(errorToasts.updateFailed(messageOf(error)));
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

const isUnchanged = (error: Error): boolean =>
  error instanceof ApiError && error.body?.error === 'UsernameUnchanged';
