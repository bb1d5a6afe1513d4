import type { ReactNode } from 'react';
import type { SocialTask } from '../../../../../contracts/api/social.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { cx } from '../../../lib/class-names.ts';
import type { QuestState, TaskQuest } from '../../../lib/dashboard/quests.ts';
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
      // One line in every state, so that no row below moves when one opens or is done.
      note={
        isDone ? (
          'Paid once, and done'
        ) : (
          <Standing refusal={refusal} error={isPending ? null : error} retryAt={mayAskAgain ? null : retryAt}>
            {nextStep(platformNames[task.platform], state)}
          </Standing>
        )
      }
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
              busyText="Verifying…"
              onClick={verify}
              aria-label={`${isPending ? 'Verifying' : 'Verify'}: ${text}`}
            >
              Verify
            </Button>
          </>
        )
      }
    />
  );
}

/** What a task waits for. @param name of its platform */
function nextStep(name: string, state: QuestState): string {
  if (state === 'open') return 'Do it, then verify';
  return state === 'unavailable' ? `This site cannot ask ${name} yet` : `Opens once ${name} is connected`;
}

type StandingProps = {
  /** What the last look came to, where it found nothing. */
  readonly refusal: { readonly message: string } | undefined;
  readonly error: Error | null;
  /** When the next may be taken, where that is still to come. */
  readonly retryAt: string | null;
  /** What is said where nothing went wrong. */
  readonly children: ReactNode;
};

/** Why the last look did not count, in the place of the note, which is there anyway. */
function Standing({ refusal, error, retryAt, children }: StandingProps) {
  if (!refusal && !error) return children;
  return (
    <p role="status" className="text-danger">
      {refusal ? refusal.message : errorText(error)}
      {retryAt && (
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
