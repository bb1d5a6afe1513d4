import { signUpEmail } from '../../../../../contracts/api/email.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

/** `onSignedUp` is told before the account is read again: with its new address the form is gone. */
export function useSignUp(onSignedUp: () => void) {
  const command = useCommand(
    signUpEmail,
    ({ message }) => {
      // What is earned by it is paid once.
      showToast({ ...successToasts.emailSignup, description: message });
      onSignedUp();
      return refreshAccount();
    },
    {},
    (error) => {
      showError(errorToasts.signupFailed(messageOf(error)));
      // A refusal may mean that this page is behind: the wallet has signed up in another window.
      if (error instanceof ApiError) void refreshAccount();
    },
  );
  return {
    signUp: (request: Parameters<typeof command.mutate>[0]): void => command.mutate(request),
    isPending: command.isPending,
    error: command.error,
    forgetError: command.reset,
  };
}
