import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { TransactionTable } from './TransactionTable.tsx';

const AllTransactions = lazyPart(
  () => import('./AllTransactions.tsx'),
  ({ AllTransactions }) => AllTransactions,
);

export function TransactionsPanel({ query }: { query: UseQueryResult<Dashboard> }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <Panel
        title="Transactions"
        what="your transactions"
        query={query}
        className="min-h-64"
        aside={({ transactions }) =>
          transactions.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
              View All
            </Button>
          )
        }
        skeleton={<SkeletonRows rows={4} className="h-12" />}
      >
        {({ transactions }) =>
          transactions.length === 0 ? (
            <EmptyState
              icon="inbox"
              title="No transactions yet"
              next="Your first reward or claim is listed here, with its place in the ledger."
            />
          ) : (
            <div className="px-3 pt-1 pb-3">
              <TransactionTable transactions={transactions} />
            </div>
          )
        }
      </Panel>
      {showsAll && (
        <DialogBoundary what="your transactions" onClose={() => setShowsAll(false)}>
          <AllTransactions onClose={() => setShowsAll(false)} />
        </DialogBoundary>
      )}
    </>
  );
}
