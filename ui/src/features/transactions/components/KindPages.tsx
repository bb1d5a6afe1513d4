import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { transactionPages } from '../api/transaction-pages.ts';
import { type Kind, kindNames, linesOf } from '../model/ledger-lines.ts';
import { LedgerLines } from './LedgerLines.tsx';

/** All of one kind, page by page. */
export function KindPages({ kind }: { kind: Kind }) {
  const list = useInfiniteQuery(transactionPages(kind));
  const { data, error, isFetching, refetch } = list;
  if (!data) {
    return error && !isFetching ? (
      <ErrorState what="your transactions" detail={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={4} className="h-14" />
    );
  }

  const transactions = data.pages.flatMap((page) => page.transactions);
  if (transactions.length === 0) {
    return <p className="px-2 py-6 text-center text-sm text-muted">{emptyTexts[kind]}</p>;
  }
  return (
    <>
      <LedgerLines lines={linesOf(transactions, [], transactions.length)} />
      {error && (
        <p role="alert" className="pt-4 text-center text-note text-danger">
          {errorText(error)}
        </p>
      )}
      <LoadMore
        list={list}
        end={
          <p className="pb-1 text-note text-faint">
            {transactions.length === 1
              ? 'That is all: one transaction.'
              : `That is all: ${transactions.length.toLocaleString('en')} transactions.`}
          </p>
        }
        className="flex justify-center pt-4"
      >
        {error ? 'Retry' : 'Load more'}
      </LoadMore>
    </>
  );
}

const none = (kind: Kind): string => `No ${kindNames[kind].toLowerCase()} yet.`;

const emptyTexts: Record<Kind, string> = {
  all: 'No transactions yet. Rewards and claims are listed here.',
  reward: none('reward'),
  claim: none('claim'),
  referral: none('referral'),
  adjustment: 'No adjustments: nothing was ever taken back.',
};
