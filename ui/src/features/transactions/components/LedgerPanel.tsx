import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { type Kind, linesOf } from '../model/ledger-lines.ts';
import { KindFilter } from './KindFilter.tsx';
import { KindPages } from './KindPages.tsx';
import { LedgerLines } from './LedgerLines.tsx';

const AllTransactions = lazyPart(
  () => import('./AllTransactions.tsx'),
  ({ AllTransactions }) => AllTransactions,
);

/** Rows that the panel shows; all are a press away. */
const ROWS = 10;

/** What was earned, claimed and taken back lately, as one list that can be narrowed to a kind. */
export function LedgerPanel({ query }: { query: UseQueryResult<Dashboard> }) {
  const [kind, setKind] = useState<Kind>('all');
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <Panel
        title="Recent Activities and Transactions"
        what="your transactions"
        query={query}
        aside={({ transactions }) =>
          transactions.length > 0 && (
            <Button size="sm" variant="ghost" onClick={() => setShowsAll(true)}>
              View All
            </Button>
          )
        }
        skeleton={<SkeletonRows rows={2} className="h-14" />}
      >
        {({ transactions, recentActivities }) => {
          const lines = linesOf(transactions, recentActivities, ROWS);
          if (lines.length === 0) {
            return (
              <p className="px-5 pb-5 text-note text-muted">
                Nothing yet. Your first reward or claim is listed here, with its place in the ledger.
              </p>
            );
          }
          return (
            <div className="px-3 pb-3">
              {lines.length > 1 && (
                <div className="mb-1 px-1">
                  <KindFilter kind={kind} onChange={setKind} />
                </div>
              )}
              {kind === 'all' ? <LedgerLines lines={lines} /> : <KindPages key={kind} kind={kind} />}
            </div>
          );
        }}
      </Panel>
      {showsAll && (
        <DialogBoundary what="your transactions" onClose={() => setShowsAll(false)}>
          <AllTransactions onClose={() => setShowsAll(false)} />
        </DialogBoundary>
      )}
    </>
  );
}
