import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { sessionTexts } from '../../../../../contracts/act-messages.ts';
import { listOwnSessions } from '../../../../../contracts/api/sessions.ts';
import { successToasts } from '../../../../../contracts/toasts.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { shownWallet } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { endpointQuery } from '../../../lib/api/endpoint-query.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { sessionEnded } from '../../../lib/session/session-change.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { signOutEverywhere } from '../../../lib/wallet/sign-out-everywhere.ts';
import { useWalletDispatch } from '../../../lib/wallet/use-wallet.ts';

const sessionsQuery = endpointQuery(listOwnSessions);

/** The browsers that are signed in with the wallet, and the way out of all of them. */
export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery({ ...sessionsQuery, gcTime: 0, staleTime: 0 });
  return (
    <Dialog open onClose={onClose} title={sessionTexts.title} description={sessionTexts.intro}>
      {data ? (
        <ul aria-label={sessionTexts.title} className="grid">
          {data.sessions.map((session) => (
            <SessionRow key={session.id} {...session} />
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState what="your sessions" detail={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading your sessions">
          <SkeletonRows rows={2} className="h-14" />
        </div>
      )}
      <SignOutEverywhere />
    </Dialog>
  );
}

type SessionRowProps = {
  readonly device: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly isCurrent: boolean;
};

function SessionRow({ device, createdAt, lastSeenAt, isCurrent }: SessionRowProps) {
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b border-line/60 py-2 last:border-0">
      <div className="min-w-0">
        <p className="text-sm font-medium">{device}</p>
        <p className="text-note text-muted">
          {sessionTexts.startedAt} <RelativeTime at={createdAt} /> · {sessionTexts.lastSeenAt}{' '}
          <RelativeTime at={lastSeenAt} />
        </p>
      </div>
      {isCurrent && <Badge tone="success">{sessionTexts.thisOne}</Badge>}
    </li>
  );
}

/** Asked once more in its place: a dialog above a dialog would hide what it is about. */
function SignOutEverywhere() {
  const dispatch = useWalletDispatch();
  /** Undefined until it was asked: taken back, the button takes the focus that Cancel had. */
  const [asking, setAsking] = useState<boolean>();
  const command = useMutation({
    mutationFn: () => dispatch(signOutEverywhere(shownWallet())),
    onSuccess: (message = sessionTexts.endedAll) => {
      sessionEnded();
      showToast({ ...successToasts.walletDisconnected, description: message });
    },
    onError: (error) => showError({ title: 'Not signed out everywhere', description: errorText(error) }),
  });
  if (!asking) {
    return (
      <div className="mt-5 flex justify-end">
        <Button variant="danger" autoFocus={asking === false} onClick={() => setAsking(true)}>
          {sessionTexts.endAll}
        </Button>
      </div>
    );
  }
  return (
    <div className="mt-5 grid gap-3">
      <p role="status" className="text-sm">
        {sessionTexts.endAllAsk}
      </p>
      <div className="flex justify-end gap-2">
        <Button variant="ghost" onClick={() => setAsking(false)}>
          Cancel
        </Button>
        <Button variant="danger" autoFocus pending={command.isPending} onClick={() => command.mutate()}>
          {sessionTexts.endAll}
        </Button>
      </div>
    </div>
  );
}
