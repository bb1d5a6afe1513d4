import { type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import type { RaffleGrade } from '../../../../../contracts/raffle-grades.ts';
import { gradeTexts } from '../../../../../contracts/raffle-messages.ts';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { PanelBoundary } from '../../../components/ui/PanelBoundary.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { cx } from '../../../lib/class-names.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { PROOFS_PATH } from '../../../lib/proofs-path.ts';
import { useSession } from '../../../lib/session/session.ts';
import {
  type LatestRaffle as LatestRaffleAnswer,
  latestRaffleQuery,
  type RaffleDetails,
  rafflePages,
  raffleQuery,
} from '../api/raffle-queries.ts';
import {
  modeText,
  paidTotal,
  prizeTotal,
  type RaffleView,
  totalOf,
  viewOfDetails,
  viewOfLatest,
  winnersText,
} from '../model/raffle-view.ts';
import { REPLAY } from '../model/show.ts';
import { useSharePicture } from '../model/use-share-picture.ts';
import { OwnEntry } from './OwnEntry.tsx';
import { RaffleList } from './RaffleList.tsx';
import { VerifyDraw } from './VerifyDraw.tsx';
import { WinnersList } from './WinnersList.tsx';

const AwaitingDraw = lazyPart(
  () => import('./AwaitingDraw.tsx'),
  ({ AwaitingDraw }) => AwaitingDraw,
);

const RaffleShow = lazyPart(
  () => import('./RaffleShow.tsx'),
  ({ RaffleShow }) => RaffleShow,
);

/** The public page of raffles: the latest one, or an older one that the address names. */
export function RaffleCenter() {
  const [query, setQuery] = useSearchParams();
  const chosen = query.get('raffle') ?? undefined;
  // Asked for beside the raffle that it is shown below.
  useInfiniteQuery(rafflePages);
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
      {chosen ? (
        <ChosenRaffle raffleId={chosen} onLatest={() => setQuery({})} list={list} />
      ) : (
        <LatestRaffle list={list} />
      )}
    </div>
  );
}

/** The list of all raffles stands below one that may be of any length: it comes with it, and never jumps. */
type BesidesList = { readonly list: ReactNode };

function LatestRaffle({ list }: BesidesList) {
  const query = useQuery(latestRaffleQuery);
  if (query.data === undefined && !query.error) return <Loading />;
  return (
    <>
      <PanelBoundary what="this raffle" of={query.data}>
        <LatestResults query={query} />
      </PanelBoundary>
      {list}
    </>
  );
}

function LatestResults({ query }: { query: UseQueryResult<LatestRaffleAnswer | null> }) {
  const { data, error, isFetching, refetch } = query;
  if (data) return <Raffle key={data.raffleId} title="Latest Raffle Results" view={viewOfLatest(data)} />;
  return (
    <Card className="flex min-h-80 flex-col">
      <EmptyState
        icon="trophy"
        title="No Raffle Available"
        next="Check back later for the next exciting raffle draw!"
      />
      {error && (
        <div className="flex flex-col items-center gap-2 pb-6">
          <p className="text-[13px] text-faint">The server gave no answer: {errorText(error)}</p>
          <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </Card>
  );
}

type ChosenRaffleProps = BesidesList & { readonly raffleId: string; readonly onLatest: () => void };

function ChosenRaffle({ raffleId, onLatest, list }: ChosenRaffleProps) {
  const query = useQuery(raffleQuery(raffleId));
  if (!query.data && !query.error) return <Loading />;
  return (
    <>
      <PanelBoundary what="this raffle" of={query.data}>
        <ChosenResults query={query} onLatest={onLatest} />
      </PanelBoundary>
      {list}
    </>
  );
}

type ChosenResultsProps = { readonly query: UseQueryResult<RaffleDetails>; readonly onLatest: () => void };

function ChosenResults({ query, onLatest }: ChosenResultsProps) {
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
      <Raffle
        key={data.raffle.raffleId}
        title={`Results of Raffle #${view.number}`}
        view={view}
        aside={back}
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
    <Card aria-busy="true" className="min-h-80">
      <span role="status" className="sr-only">
        Loading the raffle
      </span>
      <SkeletonRows rows={5} className="h-14" />
    </Card>
  );
}

const gradeTones: Readonly<Record<RaffleGrade, BadgeTone>> = {
  drand: 'success',
  other_beacon: 'neutral',
  block: 'info',
  seed: 'neutral',
};

type RaffleProps = { readonly title: string; readonly view: RaffleView; readonly aside?: ReactNode };

function Raffle({ title, view, aside }: RaffleProps) {
  const { raffleId, winners, completedAt, grade } = view;
  const session = useSession();
  const share = useSharePicture();
  const [replaying, setReplaying] = useState(false);
  const total = totalOf(winners);
  return (
    <>
      <Card aria-labelledby="results-title" className="min-w-0">
        <CardHeader id="results-title" title={title} aside={aside} />
        <div className="grid gap-5 px-5 pt-1 pb-5">
          <dl className="grid grid-cols-2 gap-4 rounded-control border border-line bg-bg px-4 py-3 sm:grid-cols-4">
            <Fact name="Rewards">{modeText(view)}</Fact>
            <Fact name="Winners">{winnersText(winners.length)}</Fact>
            <Fact name="Total" isLong>
              <Money amount={prizeTotal(winners)} decimals={DECIMALS.raffleTotal} tone="gold" />
            </Fact>
            <Fact name="Completed" isLong>
              <time dateTime={completedAt}>{new Date(completedAt).toLocaleString()}</time>
            </Fact>
          </dl>
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setReplaying(true)}>
              <Icon name="play" className="size-4" /> Replay Raffle Animation
            </Button>
            <Button pending={share.isPending} onClick={() => share.mutate({ ...view, total })}>
              {!share.isPending && <Icon name="download" className="size-4" />} Download Results Image
            </Button>
          </div>
          <PanelBoundary what="the winners" of={view}>
            <WinnersList winners={winners} noWallet="Wallet not shown" />
          </PanelBoundary>
        </div>
      </Card>
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-[7fr_5fr]">
        <Card aria-labelledby="verify-title" className="min-w-0">
          <CardHeader
            id="verify-title"
            title="Provably fair"
            aside={<Badge tone={gradeTones[grade]}>{gradeTexts[grade].name}</Badge>}
          />
          <div className="px-5 pt-1 pb-5">
            <PanelBoundary what="the proof" of={view} className="border-0">
              <VerifyDraw view={view} />
            </PanelBoundary>
          </div>
        </Card>
        <Card aria-labelledby="stats-title">
          <CardHeader id="stats-title" title="Raffle Statistics" />
          <dl className="grid grid-cols-2 gap-4 px-5 pt-1 pb-5">
            <Fact name="Total winners">
              <span className="font-mono text-xl">{winners.length.toLocaleString('en')}</span>
            </Fact>
            <Fact name="Total distributed">
              <Money
                amount={paidTotal(winners)}
                decimals={DECIMALS.raffleTotal}
                tone="gold"
                className="text-xl"
              />
            </Fact>
          </dl>
          {total.label !== 'Total distributed' && (
            <p className="px-5 pb-5 text-[13px] text-muted">
              Not every prize has been sent yet:{' '}
              <Money amount={total.amount} decimals={DECIMALS.raffleTotal} /> in all.
            </p>
          )}
        </Card>
      </div>
      <Card aria-labelledby="entry-title">
        <CardHeader id="entry-title" title="Your entry" />
        <div className="px-5 pt-1 pb-5">
          {session.status === 'signedIn' ? (
            <PanelBoundary what="your entry" of={raffleId} className="border-0">
              <OwnEntry raffleId={raffleId} userId={session.session.userId} />
            </PanelBoundary>
          ) : (
            <p className="text-sm text-muted">
              Connect your wallet to see your own entry in this draw, with the proof that it took part.
            </p>
          )}
        </div>
      </Card>
      {replaying && (
        <DialogBoundary what="the replay" onClose={() => setReplaying(false)}>
          <RaffleShow
            title="Raffle Replay"
            raffle={view}
            names={winners.map(({ username }) => username)}
            times={REPLAY}
            closeLabel="Close Replay"
            onClose={() => setReplaying(false)}
          />
        </DialogBoundary>
      )}
    </>
  );
}

type FactProps = { readonly name: string; readonly isLong?: boolean; readonly children: ReactNode };

function Fact({ name, isLong = false, children }: FactProps) {
  return (
    <div className={cx('min-w-0', isLong && 'max-sm:col-span-2')}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 text-sm font-medium">{children}</dd>
    </div>
  );
}
