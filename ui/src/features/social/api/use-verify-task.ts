import { useState } from 'react';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { type SocialTask, verifyTask } from '../../../../../contracts/api/social.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { queryClient } from '../../../lib/api/api.ts';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { socialQuery } from '../../../lib/dashboard/social-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

/** Stands for the post where the server named none. */
const NO_POST = 'featured_tweet_id';

/** Asks the server to look whether a task was done; `onVerified` is told before the account is read again. */
export function useVerifyTask({ platform, taskType, post }: SocialTask, onVerified: () => void) {
  const [retryAt, setRetryAt] = useState<string | null>(null);
  const command = useCommand(
    verifyTask,
    ({ verified, message, ...more }) => {
      if (!verified) {
        setRetryAt(retryMoment(more));
        showError(errorToasts.verificationFailed(taskType, message || undefined));
        return readTasksAgain();
      }
      showToast({ ...successToasts.taskVerified, description: message });
      onVerified();
      return refreshAccount();
    },
    {},
    (error) => {
      showError(errorToasts.verificationError(messageOf(error)));
      // A refusal may mean that this page is behind: another window, or a sending whose answer was lost, was paid for it.
      if (error instanceof ApiError) void refreshAccount();
    },
  );
  return {
    verify: (): void =>
      command.mutate({ platform, taskType, additionalData: { tweetId: post?.id ?? NO_POST } }),
    isPending: command.isPending,
    /** Why the last look found nothing, and when the next may be taken by the clock of this device. */
    refusal: command.data && !command.data.verified ? { message: command.data.message, retryAt } : undefined,
    error: command.error,
  };
}

type Retry = Pick<ResponseOf<typeof verifyTask>, 'retryAt' | 'retryInMs'>;

/** A clock that is a day behind would keep a person from asking for a day. */
function retryMoment({ retryAt, retryInMs }: Retry): string | null {
  return retryInMs == null ? retryAt : new Date(Date.now() + retryInMs).toISOString();
}

/** The server may have looked for another post than the one that stands here. */
function readTasksAgain(): void {
  void queryClient.invalidateQueries({ queryKey: socialQuery.queryKey });
}
