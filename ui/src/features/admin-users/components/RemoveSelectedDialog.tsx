import { useEffect, useRef, useState } from 'react';
import { adminAnswers, progressText } from '../../../../../contracts/admin-messages.ts';
import { removeUsers } from '../../../../../contracts/api/admin-acts.ts';
import { errorToasts, successToasts } from '../../../../../contracts/toasts.ts';
import { ConfirmDialog } from '../../../components/ui/ConfirmDialog.tsx';
import { RowProgress } from '../../../components/ui/RowProgress.tsx';
import { refreshAdmin } from '../../../lib/admin/admin-queries.ts';
import { api, shownWallet } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { whenReady } from '../../../lib/api/when-ready.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { answered, chunksOf, NOTHING_REMOVED, type Removal, removeAll } from '../model/removal.ts';
import type { Selected } from '../model/use-selection.ts';

type RemoveSelectedDialogProps = {
  readonly users: Selected;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

const NAMED = 5;

/** Asks, then shows how far it is; closing it stops it behind the accounts that are under way. */
export function RemoveSelectedDialog({ users, onClose, onDone }: RemoveSelectedDialogProps) {
  // The selection as it was when the question was asked.
  const [asked] = useState(() => ({
    names: [...users.values()],
    chunks: chunksOf([...users.keys()]),
    wallet: shownWallet(),
  }));
  const [soFar, setSoFar] = useState(NOTHING_REMOVED);
  const [isRunning, setIsRunning] = useState(false);
  const [waitsUntil, setWaitsUntil] = useState<Date>();
  const [fault, setFault] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const count = asked.names.length;
  // Nobody sees how it goes on once the panel is gone, with the session say.
  useEffect(() => () => running.current?.abort(), []);

  async function run(): Promise<void> {
    const stop = new AbortController();
    running.current = stop;
    const { signal } = stop;
    setIsRunning(true);
    setFault(undefined);
    let reached = soFar;
    try {
      await removeAll(asked.chunks, {
        from: soFar,
        send: ({ userIds, key }) =>
          whenReady(
            () =>
              api.call(removeUsers, {
                request: { userIds: [...userIds] },
                idempotencyKey: key,
                wallet: asked.wallet,
              }),
            { signal, onLimit: setWaitsUntil },
          ),
        onProgress(now) {
          reached = now;
          setSoFar(now);
        },
        isStopped: () => signal.aborted,
      });
      finish(reached);
    } catch (error) {
      if (error === signal.reason) return end(reached);
      setFault(errorText(error));
      showError({ ...errorToasts.bulkRemovalFailed, description: errorText(error) });
      setIsRunning(false);
    }
  }

  function finish(removal: Removal): void {
    report(removal, count);
    onClose();
    onDone();
    void refreshAdmin();
  }

  function end(removal: Removal): void {
    if (removal.chunks > 0) finish(removal);
    else onClose();
  }

  function close(): void {
    if (isRunning) running.current?.abort();
    else end(soFar);
  }

  const named = asked.names.slice(0, NAMED);
  const rest = count - named.length;
  const progress = progressText(answered(soFar), count, 'user');
  return (
    <ConfirmDialog
      title="Remove Selected"
      description="Removed users can no longer sign in or earn. Their history stays in the ledger."
      confirmLabel={
        soFar.chunks > 0
          ? 'Go on'
          : count === 1
            ? 'Remove 1 User'
            : `Remove ${count.toLocaleString('en')} Users`
      }
      danger
      pending={isRunning}
      onClose={close}
      onConfirm={() => void run()}
    >
      <p className="rounded-control bg-surface-2 px-4 py-3 [overflow-wrap:anywhere]">
        {named.join(', ')}
        {rest > 0 && ` and ${rest.toLocaleString('en')} more`}
      </p>
      {(isRunning || soFar.chunks > 0) && (
        <RowProgress
          label="Removing the selected users"
          state={isRunning ? 'Removing: ' : 'Stopped at '}
          text={progress}
          value={answered(soFar)}
          of={count}
          waitsUntil={waitsUntil}
        />
      )}
      {fault && (
        <p role="alert" className="mt-3 text-note text-danger">
          {fault}
        </p>
      )}
    </ConfirmDialog>
  );
}

function report({ removed, refusals }: Removal, count: number): void {
  if (removed === 0) {
    showError(errorToasts.bulkRemovalFailed);
    return;
  }
  const left = count - removed - refusals.length;
  showToast({
    ...successToasts.userRemoved,
    description: adminAnswers.usersRemoved(removed, refusals.length, { reasons: refusals, left }),
  });
}
