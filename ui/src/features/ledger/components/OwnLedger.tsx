import { useMutation } from '@tanstack/react-query';
import type { LogLine } from '../../../../../contracts/api/ledger-log.ts';
import { getReceipt } from '../../../../../contracts/api/ledger-seals.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { api } from '../../../lib/api/api.ts';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { useSession } from '../../../lib/session/session.ts';
import { showError } from '../../../lib/toast/toast.ts';
import { openConnectDialog } from '../../../lib/wallet/connect-dialog.ts';
import { ownLogPages } from '../api/ledger-queries.ts';
import { saveReceipt } from '../model/save-receipt.ts';
import { LogPages } from './LogPages.tsx';

/** Every event of the account that is signed in, with a receipt of each. */
export function OwnLedger() {
  const session = useSession();
  return (
    <Card aria-labelledby="mine-title" className="flex min-h-110 min-w-0 flex-col">
      <CardHeader id="mine-title" title="My ledger" />
      {session.status === 'signedIn' ? (
        <Own userId={session.session.userId} />
      ) : session.status === 'unknown' ? (
        <ErrorState what="your account" detail={session.fault} onRetry={session.retry} />
      ) : session.status === 'checking' ? (
        <SkeletonRows rows={8} className="h-16" />
      ) : (
        <div className="flex flex-1 flex-col items-center justify-center pb-6">
          <EmptyState
            icon="wallet"
            title="Connect your wallet to see your own lines"
            next="Every reward and claim of yours, each with a proof that you can keep."
          />
          <Button variant="primary" onClick={openConnectDialog}>
            Connect Wallet
          </Button>
        </div>
      )}
    </Card>
  );
}

function Own({ userId }: { userId: string }) {
  const query = useInfiniteQuery(ownLogPages(userId));
  return (
    <>
      <p className="max-w-2xl px-5 pb-4 text-sm text-muted">
        What the ledger holds of your account, newest first. A receipt proves a line without this site: keep
        those that matter to you. Whoever has one can check it under Verify, or with the program's own audit.
      </p>
      <LogPages
        query={query}
        what="your events"
        caption="Events of your account, newest first"
        action={(line) => <ReceiptButton line={line} />}
        empty={<EmptyState icon="ledger" title="No event yet" next="Your first reward is your first line." />}
      />
    </>
  );
}

function ReceiptButton({ line }: { line: LogLine }) {
  const receipt = useMutation({
    mutationFn: () => api.call(getReceipt, { params: { eventId: line.eventId } }),
    onSuccess: saveReceipt,
    onError: (error) => showError({ title: 'Receipt Failed', description: errorText(error) }),
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      pending={receipt.isPending}
      aria-label={`Download the receipt of: ${line.description}`}
      onClick={() => receipt.mutate()}
    >
      <Icon name="download" className="size-4" />
      <span className="max-sm:hidden">Receipt</span>
    </Button>
  );
}
