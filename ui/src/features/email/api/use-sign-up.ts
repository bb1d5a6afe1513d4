import { signUpEmail } from '../../../../../contracts/api/email.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

export function useSignUp(onSignedUp: (email: string) => void) {
  const command = useCommand(signUpEmail, () => {
    showToast(successToasts.emailSignup);
    return refreshAccount();
  });
  return {
    signUp: (request: Parameters<typeof command.mutate>[0]): void =>
      command.mutate(request, {
        onSuccess: () => onSignedUp(request.email),
        onError: (error) => showError(errorToasts.signupFailed(messageOf(error))),
      }),
    isPending: command.isPending,
    error: command.error,
  };
}
