import { useEffect, useRef } from 'react';
import type { SocialTask } from '../../../../../contracts/api/social.ts';
import { platformNames } from '../../../../../contracts/messages.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { cx } from '../../../lib/class-names.ts';
import { useIsPast } from '../../../lib/use-is-past.ts';
import { webUrl } from '../../../lib/web-url.ts';
import { useVerifyTask } from '../api/use-verify-task.ts';
import { actionNames, taskText } from '../model/tasks.ts';

type TaskRowProps = {
  readonly task: SocialTask;
  /** Whether the platform has confirmed the account. */
  readonly isOpen: boolean;
  readonly isDone: boolean;
  readonly onDone: () => void;
};

/** A task in one of three states: idle, verifying, completed. */
export function TaskRow({ task, isOpen, isDone, onDone }: TaskRowProps) {
  const { verify, isPending, refusal, error } = useVerifyTask(task, onDone);
  const retryAt = refusal?.retryAt ?? null;
  const mayAskAgain = useIsPast(retryAt);
  const text = taskText(task);
  const row = useRef<HTMLLIElement>(null);
  const wasDone = useRef(isDone);
  // The button that was pressed is gone: whoever works by keyboard goes on from here.
  useEffect(() => {
    if (isDone && !wasDone.current && document.activeElement === document.body) row.current?.focus();
    wasDone.current = isDone;
  }, [isDone]);
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-3 gap-y-2.5 border-b border-line/60 py-3 last:border-0"
    >
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-2 text-muted">
        <Icon name={task.platform} className="size-4" />
      </span>
      <div className="min-w-0 flex-1 basis-44">
        <p className="text-sm [overflow-wrap:anywhere]">{text}</p>
        <Money amount={task.reward} decimals={0} sign="+" tone="gold" className="text-[13px]" />
      </div>
      {isDone ? (
        <Badge tone="success">
          <Icon name="check" className="size-3.5" /> Completed
        </Badge>
      ) : (
        <div className="flex gap-2 max-sm:basis-full max-sm:pl-11">
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
        </div>
      )}
      {!isDone && !isPending && (refusal || error) && (
        <p role="status" className="basis-full pl-11 text-[13px] text-danger">
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
    </li>
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
