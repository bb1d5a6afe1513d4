import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '../../../components/ui/Button.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { transactionPages } from '../api/transaction-pages.ts';
import { TransactionTable } from './TransactionTable.tsx';

export function AllTransactions({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Transaction History"
      description="Every reward and claim of yours, newest first."
    >
      <Pages />
    </Dialog>
  );
}

function Pages() {
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(transactionPages);
  if (!data) {
    return error && !isFetching ? (
      <ErrorState what="your transactions" detail={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={8} className="h-12" />
    );
  }

  const transactions = data.pages.flatMap((page) => page.transactions);
  if (transactions.length === 0) {
    return <EmptyState icon="inbox" title="No transactions yet" next="Rewards and claims are listed here." />;
  }
  return (
    <>
      <TransactionTable transactions={transactions} />
      {error && (
        <p role="alert" className="pt-4 text-center text-[13px] text-danger">
          {errorText(error)}
        </p>
      )}
      <div className="flex justify-center pt-4">
        {hasNextPage ? (
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {error ? 'Retry' : 'Load more'}
          </Button>
        ) : (
          <p className="text-[13px] text-faint">
            {transactions.length === 1
              ? 'That is all: one transaction.'
              : `That is all: ${transactions.length} transactions.`}
          </p>
        )}
      </div>
    </>
  );
}
