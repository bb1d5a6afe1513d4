import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { Button } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { bringIntoView } from '../../../lib/bring-into-view.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { PROOFS_PATH } from '../../../lib/proofs-path.ts';
import {
  type LatestRaffle as LatestRaffleAnswer,
  latestRaffleQuery,
  type RaffleDetails,
  rafflePages,
  raffleQuery,
} from '../api/raffle-queries.ts';
import { type RaffleView, viewOfDetails, viewOfLatest } from '../model/raffle-view.ts';
import { REPLAY } from '../model/show.ts';
import { NextDraw } from './NextDraw.tsx';
import { PublicRaffle } from './PublicRaffle.tsx';
import { OwnPart, RaffleChecks } from './RaffleChecks.tsx';
import { RaffleList } from './RaffleList.tsx';

const AwaitingDraw = lazyPart(
  () => import('./AwaitingDraw.tsx'),
  ({ AwaitingDraw }) => AwaitingDraw,
);

const DrawnRaffleShow = lazyPart(
  () => import('./DrawnRaffleShow.tsx'),
  ({ DrawnRaffleShow }) => DrawnRaffleShow,
);

/** The public page of raffles: the latest one, or an older one that the address names. */
export function RaffleCenter() {
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('raffle') ?? undefined;
  // It goes on where another raffle has become the latest one meanwhile.
  const [replayed, setReplayed] = useState<RaffleView>();
  // Asked for beside the raffle that it is shown below; what it tells of, that one is looked at for.
  useInfiniteQuery(rafflePages);
  const shown = useRef<HTMLDivElement>(null);
  const before = useRef(chosen);
  // With another raffle all of it is drawn anew, and what was pressed for it is gone, or stands below what it asked for.
  useEffect(() => {
    if (before.current === chosen) return;
    before.current = chosen;
    if (document.activeElement === document.body) shown.current?.focus({ preventScroll: true });
    bringIntoView(document.getElementById(RESULTS));
  }, [chosen]);
  const list = (
    <PanelBoundary what="the list of raffles">
      <RaffleList chosen={chosen} onChoose={(raffleId) => setQuery({ raffle: raffleId })} />
    </PanelBoundary>
  );
  return (
    <div className="grid min-h-dvh grid-cols-1 content-start gap-4">
      <div className="max-w-2xl pb-2">
        <h1 className="text-2xl font-semibold tracking-[-0.03em] sm:text-3xl">EVO Raffle Center</h1>
        <p className="mt-2 text-base text-muted">
          Every draw can be computed again by anyone, from what was fixed in the ledger before it: the seed
          first, then the entries. Your own browser checks each step, and says where one does not hold.{' '}
          <Link href={PROOFS_PATH} className="text-accent underline underline-offset-4 hover:no-underline">
            How raffles are proved
          </Link>
        </p>
      </div>
      <div ref={shown} tabIndex={-1}>
        {chosen ? (
          <ChosenRaffle raffleId={chosen} onLatest={() => setQuery({})} list={list} onReplay={setReplayed} />
        ) : (
          <LatestRaffle list={list} onReplay={setReplayed} />
        )}
      </div>
      {replayed && (
        <DialogBoundary what="the replay" onClose={() => setReplayed(undefined)}>
          <DrawnRaffleShow
            title="Raffle Replay"
            raffle={replayed}
            times={REPLAY}
            closeLabel="Close Replay"
            onClose={() => setReplayed(undefined)}
          />
        </DialogBoundary>
      )}
    </div>
  );
}

/** The list of all raffles stands below one that may be of any length: it comes with it, and never jumps. */
type BesidesList = { readonly list: ReactNode };
type Replays = { readonly onReplay: (view: RaffleView) => void };

/** Of what is shown of the raffle, below what comes next. */
const RESULTS = 'raffle-results';

type LayoutProps = {
  readonly results: ReactNode;
  /** Of a raffle that was drawn. */
  readonly view: RaffleView | undefined;
  /** Once what stands above it is there. */
  readonly list?: ReactNode;
};

/**
 * What comes next stands first on a phone and beside the results elsewhere, as does what can be checked of a draw; the
 * reader's own part in it stands below the winners.
 */
function Layout({ results, view, list }: LayoutProps) {
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_auto_auto_1fr]">
      <div className="min-w-0 lg:col-start-2 lg:row-start-1">
        <PanelBoundary what="the next draw">
          <NextDraw />
        </PanelBoundary>
      </div>
      <div id={RESULTS} className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {results}
      </div>
      {view && (
        <>
          <div className="min-w-0 lg:col-start-1 lg:row-start-3">
            <OwnPart key={view.raffleId} raffleId={view.raffleId} />
          </div>
          <div className="min-w-0 lg:col-start-2 lg:row-span-3 lg:row-start-2">
            <RaffleChecks key={view.raffleId} view={view} />
          </div>
        </>
      )}
      <div className="min-w-0 lg:col-start-1 lg:row-start-4">{list}</div>
    </div>
  );
}

function LatestRaffle({ list, onReplay }: BesidesList & Replays) {
  const query = useQuery(latestRaffleQuery);
  const { data } = query;
  if (data === undefined && !query.error) return <Layout results={<Loading />} view={undefined} />;
  const results = (
    <PanelBoundary what="this raffle" of={data}>
      <LatestResults query={query} onReplay={onReplay} />
    </PanelBoundary>
  );
  return <Layout results={results} view={data ? viewOfLatest(data) : undefined} list={list} />;
}

type LatestResultsProps = Replays & { readonly query: UseQueryResult<LatestRaffleAnswer | null> };

function LatestResults({ query, onReplay }: LatestResultsProps) {
  const { data, error, isFetching, refetch } = query;
  if (data) {
    return (
      <PublicRaffle
        key={data.raffleId}
        title="Latest Raffle Results"
        view={viewOfLatest(data)}
        onReplay={onReplay}
      />
    );
  }
  return (
    <Card className="flex min-h-80 flex-col lg:min-h-103">
      <EmptyState
        icon="trophy"
        title="No Raffle Available"
        next="Check back later for the next exciting raffle draw!"
      />
      {error && (
        <div className="flex flex-col items-center gap-2 px-5 pb-6 text-center">
          <p className="text-note text-faint">The server gave no answer: {errorText(error)}</p>
          <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </Card>
  );
}

type ChosenRaffleProps = BesidesList & Replays & { readonly raffleId: string; readonly onLatest: () => void };

function ChosenRaffle({ raffleId, onLatest, list, onReplay }: ChosenRaffleProps) {
  const query = useQuery(raffleQuery(raffleId));
  if (!query.data && !query.error) return <Layout results={<Loading />} view={undefined} />;
  const results = (
    <PanelBoundary what="this raffle" of={query.data}>
      <ChosenResults query={query} onLatest={onLatest} onReplay={onReplay} />
    </PanelBoundary>
  );
  return <Layout results={results} view={query.data && viewOfDetails(query.data)} list={list} />;
}

type ChosenResultsProps = Replays & {
  readonly query: UseQueryResult<RaffleDetails>;
  readonly onLatest: () => void;
};

function ChosenResults({ query, onLatest, onReplay }: ChosenResultsProps) {
  const { data, error, isFetching, refetch } = query;
  if (!data) {
    return error && !isFetching ? (
      <Card className="flex min-h-80">
        <ErrorState what="this raffle" detail={errorText(error)} onRetry={() => void refetch()} />
      </Card>
    ) : (
      <Loading />
    );
  }
  const view = viewOfDetails(data);
  const back = (
    <Button size="sm" variant="ghost" onClick={onLatest}>
      Show the latest
    </Button>
  );
  if (view) {
    return (
      <PublicRaffle
        key={data.raffle.raffleId}
        title={`Results of Raffle #${view.number}`}
        view={view}
        aside={back}
        onReplay={onReplay}
      />
    );
  }
  return (
    <Card className="flex min-h-80 flex-col items-center pb-6">
      <AwaitingDraw raffle={data.raffle} />
      {back}
    </Card>
  );
}

function Loading() {
  return (
    <Card aria-busy="true" className="min-h-80 lg:min-h-103">
      <span role="status" className="sr-only">
        Loading the raffle
      </span>
      <SkeletonRows rows={5} className="h-14" />
    </Card>
  );
}
