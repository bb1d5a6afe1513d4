import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { type Difference as DifferenceAnswer, differencePages } from '../api/ledger-queries.ts';
import { count } from '../model/seal-standing.ts';
import { accountName } from '../model/trial-balance.ts';
import { LogPages } from './LogPages.tsx';
import { SignedMoney } from './SignedMoney.tsx';

type DifferenceProps = { readonly from: string; readonly to: string | undefined };

/** What changed between two moments, and the events that changed it. */
export function Difference({ from, to }: DifferenceProps) {
  const query = useInfiniteQuery(differencePages(from, to));
  const first = query.data?.pages[0];
  return (
    <Card
      aria-labelledby="difference-title"
      aria-busy={query.isFetching}
      className="flex min-h-110 min-w-0 flex-col"
    >
      <CardHeader id="difference-title" title="What changed in between" />
      {first && <Changes difference={first} />}
      <LogPages
        query={query}
        what="what changed"
        caption="Events that moved EVO between the two moments, oldest first"
        empty={
          <EmptyState
            icon="clock"
            title="No EVO moved in between"
            next="Choose moments that lie further apart."
          />
        }
      />
    </Card>
  );
}

function Changes({ difference: { from, to, changes } }: { difference: DifferenceAnswer }) {
  return (
    <div className="px-5 pb-4 text-sm">
      <p className="pb-2 text-note text-muted">
        From event {count(from.events)} to event {count(to.events)}.{' '}
        {changes.length === 0 && 'No balance changed.'}
      </p>
      {changes.length > 0 && (
        <dl>
          {changes.map(({ account, change }) => (
            <div
              key={account}
              className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line/60 py-2 last:border-0"
            >
              <dt className="text-muted">{accountName(account)}</dt>
              <dd className="ml-auto min-w-0 text-right">
                <SignedMoney amount={change} isChange />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
