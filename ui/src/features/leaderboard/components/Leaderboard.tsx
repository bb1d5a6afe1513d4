import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { LeaderboardTable } from './LeaderboardTable.tsx';
import { NextPlace } from './NextPlace.tsx';

const FullLeaderboard = lazyPart(
  () => import('./FullLeaderboard.tsx'),
  ({ FullLeaderboard }) => FullLeaderboard,
);

export function Leaderboard({ query }: { query: UseQueryResult<Dashboard> }) {
  const [showsMore, setShowsMore] = useState(false);
  return (
    <Panel
      title="Leaderboard"
      what="the leaderboard"
      query={query}
      aside={({ standing: { participants } }) =>
        participants > 0 && (
          <span className="text-note text-faint">
            {participants === 1 ? '1 participant' : `${participants.toLocaleString('en')} participants`}
          </span>
        )
      }
      skeleton={<SkeletonRows rows={8} className="h-10.5" />}
    >
      {({ leaderboard, standing }) =>
        leaderboard.length === 0 ? (
          <EmptyState
            icon="trophy"
            title="Nobody is on the board yet"
            next="The first EVO earned takes the first place."
          />
        ) : (
          <>
            <LeaderboardTable
              entries={firstOf(leaderboard, standing)}
              standing={standing}
              others={leaderboard}
            />
            <div className="mt-auto flex min-h-12 items-center justify-between gap-x-3 border-t border-line px-5 py-2">
              <NextPlace standing={standing} />
              {standing.participants > firstOf(leaderboard, standing).length && (
                <Button size="sm" variant="ghost" onClick={() => setShowsMore(true)} className="-mr-3">
                  Show more
                </Button>
              )}
            </div>
            {showsMore && (
              <DialogBoundary what="the leaderboard" onClose={() => setShowsMore(false)}>
                <FullLeaderboard standing={standing} onClose={() => setShowsMore(false)} />
              </DialogBoundary>
            )}
          </>
        )
      }
    </Panel>
  );
}

/** Where the own place is among the first it is seen there; else the first three, above the own neighbours. */
function firstOf(
  leaderboard: Dashboard['leaderboard'],
  { entry }: Dashboard['standing'],
): Dashboard['leaderboard'] {
  const first = leaderboard.slice(0, ROWS);
  return first.some(({ userId }) => userId === entry.userId) ? first : first.slice(0, MEDALS);
}

const ROWS = 8;
const MEDALS = 3;
