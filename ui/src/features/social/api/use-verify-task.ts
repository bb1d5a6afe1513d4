import { type SocialTask, verifyTask } from '../../../../../contracts/api/social.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { messageOf } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';

/** Stands for the post where the server named none. */
const NO_POST = 'featured_tweet_id';

/** Asks the server to look whether a task was done; `onVerified` is told before the account is read again. */
export function useVerifyTask({ platform, taskType, post }: SocialTask, onVerified: () => void) {
  const command = useCommand(verifyTask, ({ verified, message }) => {
    if (!verified) return showError(errorToasts.verificationFailed(taskType, message || undefined));
    showToast({ ...successToasts.taskVerified, description: message });
    onVerified();
    return refreshAccount();
  });
  return {
    verify: (): void =>
      command.mutate(
        { platform, taskType, additionalData: { tweetId: post?.id ?? NO_POST } },
        { onError: (error) => showError(errorToasts.verificationError(messageOf(error))) },
      ),
    isPending: command.isPending,
    /** Why the last look found nothing, and when the next may be taken. */
    refusal: command.data && !command.data.verified ? command.data : undefined,
    error: command.error,
  };
}
