import { Card } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { sessionQuery, useSession } from '../../../lib/session/session.ts';
import { type LedgerAt, ledgerAtQuery } from '../api/ledger-queries.ts';
import { isTurnedRound, shownAt } from '../model/moment.ts';
import { useMoment } from '../model/use-moment.ts';
import { Difference } from './Difference.tsx';
import { Admins, Figures, Leaders } from './LedgerFigures.tsx';
import { OwnBalance } from './OwnBalance.tsx';
import { TimeCard } from './TimeCard.tsx';
import { TrialBalance } from './TrialBalance.tsx';

/** The books of the program, now or at any moment before. */
export function Books() {
  const moment = useMoment('at');
  const since = useMoment('since');
  const query = useQuery(ledgerAtQuery(moment.asked));
  // Whether one's own balance is to stand among the books is known before any of them: nothing moves for it.
  const { isFetched: isSessionKnown } = useQuery(sessionQuery);
  const { data, error, isFetching, isPlaceholderData } = query;
  const eventAt = isPlaceholderData || !data ? undefined : shownAt(data);
  return (
    <div className="grid grid-cols-1 gap-4">
      <TimeCard moment={moment} since={since} shown={data} isAsking={isFetching && isPlaceholderData} />
      {data && isSessionKnown ? (
        <PanelBoundary what="the books" of={data} refresh={query.refetch}>
          <Panels at={data} asked={moment.asked} isAsking={isPlaceholderData} />
        </PanelBoundary>
      ) : error && !isFetching ? (
        <Card className="flex min-h-110">
          <ErrorState what="the books" detail={errorText(error)} onRetry={() => void query.refetch()} />
        </Card>
      ) : (
        <Loading />
      )}
      {since.asked !== undefined &&
        (isTurnedRound(since.asked, moment.asked, eventAt) ? (
          <Card className="flex min-h-44">
            <EmptyState
              icon="swap"
              title="The earlier moment is the later one"
              next="Choose an earlier moment that lies before the other one."
            />
          </Card>
        ) : (
          <Difference from={since.asked} to={moment.asked} />
        ))}
    </div>
  );
}

const ROW = 'grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]';

type PanelsProps = {
  readonly at: LedgerAt;
  readonly asked: string | undefined;
  /** What stands here is of another moment than the one that is asked about. */
  readonly isAsking: boolean;
};

function Panels({ at, asked, isAsking }: PanelsProps) {
  const session = useSession();
  return (
    <div
      aria-busy={isAsking}
      className={cx('grid grid-cols-1 gap-4 transition-opacity duration-150', isAsking && 'opacity-60')}
    >
      <div className={ROW}>
        <TrialBalance at={at} />
        <Figures at={at} />
      </div>
      {session.status === 'signedIn' && (
        // Nothing of one person stands there for another.
        <OwnBalance key={session.session.userId} userId={session.session.userId} at={asked} />
      )}
      <div className={ROW}>
        <Leaders at={at} />
        <Admins at={at} />
      </div>
    </div>
  );
}

function Loading() {
  return (
    <div className={ROW}>
      <span role="status" className="sr-only">
        Loading the books
      </span>
      <Skeleton className="h-110 rounded-card" />
      <Skeleton className="h-110 rounded-card" />
    </div>
  );
}
