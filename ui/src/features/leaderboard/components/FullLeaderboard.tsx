import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { eachOnce } from '../../../lib/api/each-once.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { leaderboardPages } from '../api/leaderboard-pages.ts';
import { LeaderboardTable } from './LeaderboardTable.tsx';
import { NextPlace } from './NextPlace.tsx';

type FullLeaderboardProps = { readonly standing: Dashboard['standing']; readonly onClose: () => void };

export function FullLeaderboard({ standing, onClose }: FullLeaderboardProps) {
  const { participants } = standing;
  return (
    <Dialog
      open
      onClose={onClose}
      wide
      title="Leaderboard"
      description={`${participants.toLocaleString('en')} participants by total EVO. Equal totals share a place.`}
    >
      <Pages standing={standing} />
    </Dialog>
  );
}

function Pages({ standing }: { standing: Dashboard['standing'] }) {
  const list = useInfiniteQuery(leaderboardPages);
  const { data, error, isFetching, refetch } = list;
  if (!data) {
    return error && !isFetching ? (
      <ErrorState what="the leaderboard" detail={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={Math.min(standing.participants, MOST_ROWS)} className="h-10.5" />
    );
  }
  const entries = eachOnce(
    data.pages.flatMap((page) => page.entries),
    ({ id }) => id,
  );
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 rounded-control bg-accent/10 px-4 py-2.5 text-sm">
        <p>
          You are <span className="font-mono">#{standing.entry.position.toLocaleString('en')}</span>
        </p>
        <NextPlace standing={standing} />
      </div>
      <LeaderboardTable entries={entries} standing={standing} />
      {error && (
        <p role="alert" className="pb-4 text-center text-note text-danger">
          {errorText(error)}
        </p>
      )}
      <LoadMore
        list={list}
        end={<p className="text-note text-faint">That is everyone.</p>}
        className="flex justify-center"
      >
        {error ? 'Retry' : 'Show more'}
      </LoadMore>
    </>
  );
}

/** More than the dialog is high. */
const MOST_ROWS = 20;
