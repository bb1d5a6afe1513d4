import { useMutation } from '@tanstack/react-query';
import { resendEmail } from '../../../../../contracts/api/email.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

export function useResend(email: string) {
  return useMutation({
    mutationFn: () => api.call(resendEmail, { request: { email } }),
    onSuccess: ({ message }) => {
      showToast({ ...successToasts.emailResent, description: message });
      // The link may have been opened in another window. The answer does not say so: it is the same for everybody.
      void refreshAccount();
    },
    onError: (error) => {
      const said = error instanceof ApiError ? error.body?.message : undefined;
      showError(said ? errorToasts.resendFailed(said) : errorToasts.resendError);
    },
  });
}
