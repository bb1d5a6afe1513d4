import { useState } from 'react';
import { adminToasts } from '../../../../../contracts/admin-toasts.ts';
import {
  dismissSetAside,
  retrySetAside,
  UNDISMISSED_PROCESSES,
} from '../../../../../contracts/api/admin-set-aside.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { ReasonForm } from '../../../components/ui/ReasonForm.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { refreshAfterAct } from '../../../lib/admin/admin-queries.ts';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useCommand } from '../../../lib/api/use-command.ts';
import { cx } from '../../../lib/class-names.ts';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { useWhileThere } from '../../../lib/use-while-there.ts';
import type { SetAsideEvent } from '../api/set-aside-pages.ts';

type Choice = 'retry' | 'dismiss';
const acts = {
  retry: { endpoint: retrySetAside, label: 'Try again', hint: 'What was done before is not done twice.' },
  dismiss: { endpoint: dismissSetAside, label: 'Dismiss', hint: 'Nothing will be done about this event.' },
} as const;

type SetAsideRowProps = {
  readonly event: SetAsideEvent;
  readonly onForm: () => void;
  readonly onFormGone: () => void;
};

export function SetAsideRow({ event, onForm, onFormGone }: SetAsideRowProps) {
  const [choice, setChoice] = useState<Choice>();
  const mayAct = useMayAct();
  const { process, state, eventType, stream, revision, reason, failures, since } = event;
  function open(form: Choice): void {
    setChoice(form);
    onForm();
  }
  function close(): void {
    setChoice(undefined);
    onFormGone();
  }
  return (
    <li className="border-b border-line/60 py-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={state === 'parked' ? 'danger' : 'info'}>
          {state === 'parked' ? 'Parked' : 'Waiting'}
        </Badge>
        <span className="text-sm font-medium">{eventType}</span>
        <span className="text-note text-muted">{process}</span>
        <RelativeTime at={since} className="text-note text-faint" />
        {state === 'parked' && (
          <span className={cx('-my-1 ml-auto flex gap-1', !mayAct && 'hidden')}>
            <Button size="sm" variant="ghost" onClick={() => open('retry')}>
              Try again
            </Button>
            {!UNDISMISSED_PROCESSES.includes(process) && (
              <Button size="sm" variant="ghost" onClick={() => open('dismiss')}>
                Dismiss
              </Button>
            )}
          </span>
        )}
      </div>
      <p className="mt-1.5 text-sm [overflow-wrap:anywhere]">{reason}</p>
      <p className="mt-1 text-note text-faint tabular-nums [overflow-wrap:anywhere]">
        {stream}, revision {revision}; failed {failures} {failures === 1 ? 'time' : 'times'}
      </p>
      {choice && <DecisionForm key={choice} id={event.id} choice={choice} onClose={close} />}
    </li>
  );
}

type DecisionFormProps = { readonly id: string; readonly choice: Choice; readonly onClose: () => void };

function DecisionForm({ id, choice, onClose }: DecisionFormProps) {
  const { endpoint, label, hint } = acts[choice];
  const [typed, setTyped, forgetDraft] = useDraft(`${choice}:${id}`);
  const close = useWhileThere()(onClose);
  const command = useCommand(
    endpoint,
    ({ message }) => {
      showToast(adminToasts.decided(message));
      forgetDraft();
      close();
      return refreshAfterAct();
    },
    {},
    (error) => showError(adminToasts.decisionFailed(errorText(error))),
  );
  return (
    <ReasonForm
      typed={typed}
      onType={setTyped}
      hint={hint}
      label={label}
      variant={choice === 'dismiss' ? 'danger' : 'primary'}
      pending={command.isPending}
      onReason={(reason) => command.mutate({ id, reason })}
      onClose={() => {
        forgetDraft();
        onClose();
      }}
    />
  );
}
