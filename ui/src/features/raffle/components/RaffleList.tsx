import { DECIMALS } from '../../../../../contracts/constants.ts';
import { gradeTexts, letFailTexts } from '../../../../../contracts/raffle-messages.ts';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { latestRaffleQuery, type RaffleSummary, rafflePages } from '../api/raffle-queries.ts';
import { winnersText } from '../model/raffle-view.ts';

type RaffleListProps = {
  /** The one that is shown beside it; the latest drawn one where none is named. */
  readonly chosen: string | undefined;
  readonly onChoose: (raffleId: string) => void;
};

/** Every raffle that was ever started, newest first: also those that failed. */
export function RaffleList({ chosen, onChoose }: RaffleListProps) {
  const list = useInfiniteQuery(rafflePages);
  const latest = useQuery({ ...latestRaffleQuery, enabled: chosen === undefined });
  const shown = chosen ?? latest.data?.raffleId;
  const { data, error, isFetching, refetch } = list;
  const raffles = data?.pages.flatMap((page) => page.raffles) ?? [];
  const counts = data?.pages[0]?.counts;
  return (
    <Card aria-labelledby="raffles-title" aria-busy={isFetching} className="min-w-0">
      <CardHeader id="raffles-title" title="All raffles" />
      {raffles.length > 0 ? (
        <ul className="px-3">
          {raffles.map((raffle) => (
            <li key={raffle.raffleId}>
              <Row
                raffle={raffle}
                isChosen={raffle.raffleId === shown}
                onChoose={() => onChoose(raffle.raffleId)}
              />
            </li>
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState what="the raffles" detail={errorText(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <p className="px-5 pb-5 text-sm text-muted">No raffle has been started yet.</p>
      ) : (
        <SkeletonRows rows={3} className="h-14" />
      )}
      <LoadMore size="sm" list={list} className="flex justify-center pt-2">
        {error ? 'Retry' : 'Show more'}
      </LoadMore>
      {counts && raffles.length > 0 && (
        <p className="px-5 pt-3 pb-4 text-xs text-muted">
          {letFailTexts.counts(counts.drawn, counts.failed, counts.letFail)}
        </p>
      )}
    </Card>
  );
}

const stages: Readonly<Record<RaffleSummary['stage'], { readonly name: string; readonly tone: BadgeTone }>> =
  {
    committed: { name: 'Started', tone: 'info' },
    frozen: { name: 'Entries frozen', tone: 'info' },
    awaiting_beacon: { name: 'Awaiting beacon', tone: 'info' },
    drawn: { name: 'Drawn', tone: 'accent' },
    completed: { name: 'Paid', tone: 'success' },
    failed: { name: 'Failed', tone: 'danger' },
  };

type RowProps = { readonly raffle: RaffleSummary; readonly isChosen: boolean; readonly onChoose: () => void };

function Row({ raffle, isChosen, onChoose }: RowProps) {
  const { number, stage, winnerCount, total, startedAt, failure, grade, round } = raffle;
  return (
    <button
      type="button"
      {...(isChosen && { 'aria-current': 'true' as const })}
      onClick={onChoose}
      className={cx(
        'flex w-full flex-wrap items-center gap-x-3 gap-y-1 rounded-control px-2 py-2.5 text-left text-sm transition-colors duration-150 hover:bg-surface-2',
        isChosen && 'bg-accent/10',
      )}
    >
      <span className="font-mono font-medium">#{number}</span>
      <span className="min-w-0 flex-1">
        <span className="block">
          {winnersText(winnerCount)} · <Money amount={total} decimals={DECIMALS.raffleTotal} />
        </span>
        <span className="block text-xs text-muted">
          <time dateTime={startedAt}>{new Date(startedAt).toLocaleString()}</time>
          {grade && ` · ${gradeTexts[grade].name}`}
          {failure && ` · ${failure}`}
        </span>
      </span>
      {round?.isOverdue ? (
        <Badge tone="danger">{letFailTexts.badge}</Badge>
      ) : (
        <Badge tone={stages[stage].tone}>{stages[stage].name}</Badge>
      )}
      <Icon name="chevron" className={cx('size-4', isChosen ? 'text-accent' : 'text-faint')} />
    </button>
  );
}
