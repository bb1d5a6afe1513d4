import type { SocialTask } from '../../../../../contracts/api/social.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { cx } from '../../../lib/class-names.ts';
import type { TaskQuest } from '../../../lib/dashboard/quests.ts';
import { useIsPast } from '../../../lib/use-is-past.ts';
import { webUrl } from '../../../lib/web-url.ts';
import { useVerifyTask } from '../api/use-verify-task.ts';
import { actionNames, taskText } from '../model/tasks.ts';
import { DoneBadge, type QuestPlace, QuestRow } from './QuestRow.tsx';

type TaskRowProps = {
  readonly quest: TaskQuest;
  readonly place: QuestPlace;
  readonly isDone: boolean;
  readonly onDone: () => void;
};

/** A task in one of three states: idle, verifying, completed. */
export function TaskRow({ quest: { task, state }, place, isDone, onDone }: TaskRowProps) {
  const { verify, isPending, refusal, error } = useVerifyTask(task, onDone);
  const retryAt = refusal?.retryAt ?? null;
  const mayAskAgain = useIsPast(retryAt);
  const isOpen = state === 'open';
  const text = taskText(task);
  return (
    <QuestRow
      icon={task.platform}
      title={text}
      reward={task.reward}
      place={place}
      isDone={isDone}
      note={!isDone && !isOpen && `Opens once ${platformNames[task.platform]} is connected`}
      act={
        isDone ? (
          <DoneBadge>Completed</DoneBadge>
        ) : (
          <>
            <ActionLink task={task} isOpen={isOpen} />
            <Button
              size="sm"
              disabled={!isOpen || !mayAskAgain}
              pending={isPending}
              onClick={verify}
              aria-label={`${isPending ? 'Verifying' : 'Verify'}: ${text}`}
            >
              {isPending ? 'Verifying…' : 'Verify'}
            </Button>
          </>
        )
      }
    >
      {!isDone && !isPending && (refusal || error) && (
        <p role="status" className="text-[13px] text-danger">
          {refusal ? refusal.message : errorText(error)}
          {retryAt && !mayAskAgain && (
            <>
              {' '}
              Ask again from{' '}
              <time dateTime={retryAt} title={new Date(retryAt).toLocaleString()}>
                {new Date(retryAt).toLocaleTimeString()}
              </time>
              .
            </>
          )}
        </p>
      )}
    </QuestRow>
  );
}

function ActionLink({ task, isOpen }: { task: SocialTask; isOpen: boolean }) {
  const label = actionNames[task.taskType];
  const url = webUrl(task.actionUrl);
  if (!isOpen || !url) {
    return (
      <Button size="sm" variant="ghost" disabled aria-label={`${label} on ${platformNames[task.platform]}`}>
        {label}
      </Button>
    );
  }
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label} on ${platformNames[task.platform]}, in a new tab`}
      className={cx(buttonClass({ size: 'sm', variant: 'ghost' }), 'text-accent')}
    >
      {label} <Icon name="external" className="size-3.5" />
    </a>
  );
}
