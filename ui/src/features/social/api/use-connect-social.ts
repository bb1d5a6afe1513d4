import { useRef } from 'react';
import { connectSocial } from '../../../../../contracts/api/social.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showNotice, showToast } from '../../../lib/toast/toast.ts';

/** Names an account on one platform; one of these a platform, so that each has a pending state of its own. */
export function useConnectSocial() {
  const onNamed = useRef<() => void>(undefined);
  const command = useCommand(
    connectSocial,
    ({ status, message, authorizeUrl }) => {
      onNamed.current?.();
      // One that was confirmed before, and may be asked about no more, is to be confirmed there once more.
      if (status === 'confirmed' && authorizeUrl === null)
        showToast({ ...successToasts.socialConnected, description: message });
      else showNotice({ title: 'One more step', description: message });
      return refreshAccount();
    },
    {},
    (error) => {
      showError(errorToasts.socialConnectFailed);
      // A refusal may mean that this page is behind: it was connected in another window.
      if (error instanceof ApiError) void refreshAccount();
    },
  );
  return {
    /** `named` is told once the account has the handle, however soon its form is gone. */
    connect(request: Parameters<typeof command.mutate>[0], named: () => void): void {
      onNamed.current = named;
      command.mutate(request);
    },
    isPending: command.isPending,
    error: command.error,
    forgetError: command.reset,
    answer: command.data,
    /** Milliseconds; of what was answered, or failed. */
    sentAt: command.submittedAt,
  };
}
