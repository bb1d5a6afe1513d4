import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { keepPlace } from '../../../components/ui/keep-place.ts';
import { Money } from '../../../components/ui/Money.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { useNow } from '../../../lib/use-now.ts';
import { type RaffleSummary, rafflePages } from '../api/raffle-queries.ts';
import { leftUntil, nextDrawOf, takesRound } from '../model/next-draw.ts';
import { winnersText } from '../model/raffle-view.ts';
import { HowToTakePart } from './HowToTakePart.tsx';

/** What comes next, and how to be in it. */
export function NextDraw() {
  const { data, error, isFetching, refetch } = useInfiniteQuery(rafflePages);
  const page = data?.pages[0];
  const next = page && nextDrawOf(page.raffles);
  const seedHash = page?.nextSeedHash;
  return (
    <Card aria-labelledby="next-title" className="min-w-0">
      <CardHeader id="next-title" title={nextDrawTexts.title} />
      <div className="grid gap-4 px-5 pt-1 pb-5">
        <div className="flex min-h-28 items-start gap-3 sm:min-h-16">
          <span
            className={cx(
              'grid size-10 shrink-0 place-items-center rounded-full',
              next?.underWay ? 'bg-accent/10 text-accent' : 'bg-surface-2 text-muted',
            )}
          >
            <Icon name={next?.underWay ? 'clock' : 'trophy'} />
          </span>
          <div className="min-w-0 flex-1 text-sm">
            {next ? (
              <Standing next={next} />
            ) : error && !isFetching ? (
              <NotLoaded error={error} onRetry={() => void refetch()} />
            ) : (
              <Skeleton className="mt-1 h-10 w-4/5" />
            )}
          </div>
        </div>
        <HowToTakePart frozenId={next && frozenOf(next)} />
        <p className="flex min-h-9 items-start gap-1 border-t border-line pt-3 text-xs text-faint">
          {seedHash && (
            <>
              <span className="min-w-0 flex-1">
                {nextDrawTexts.seed}{' '}
                <code title={seedHash} className="font-mono whitespace-nowrap">
                  {seedHash.slice(0, 12)}…{seedHash.slice(-8)}
                </code>
              </span>
              <CopyButton text={seedHash} label={nextDrawTexts.copySeed} />
            </>
          )}
        </p>
      </div>
    </Card>
  );
}

/** The raffle under way whose entries are fixed: who comes now is in none before the one after it. */
const frozenOf = ({ underWay }: ReturnType<typeof nextDrawOf>): string | undefined =>
  underWay && underWay.stage !== 'committed' ? underWay.raffleId : undefined;

function Standing({ next }: { readonly next: ReturnType<typeof nextDrawOf> }) {
  const { underWay, number } = next;
  if (!underWay) {
    return (
      <>
        <p className="font-medium">{nextDrawTexts.none}</p>
        <p className="text-note text-muted">{nextDrawTexts.noneMore(number)}</p>
      </>
    );
  }
  return (
    <>
      <p className="font-medium">
        {nextDrawTexts.underWay(underWay.number)} · {winnersText(underWay.winnerCount)} ·{' '}
        <Money amount={underWay.total} decimals={DECIMALS.raffleTotal} tone="gold" />
      </p>
      <p className="text-note text-muted">
        <Due raffle={underWay} />{' '}
        <Link
          href={`/raffle?raffle=${underWay.raffleId}`}
          className="text-accent underline underline-offset-4 hover:no-underline"
        >
          {nextDrawTexts.look}
        </Link>
      </p>
    </>
  );
}

type NotLoadedProps = { readonly error: Error; readonly onRetry: () => void };

/** As high as what stands there otherwise. */
function NotLoaded({ error, onRetry }: NotLoadedProps) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-40">
        <span className="block font-medium">Could not load the next draw</span>
        <span className="block text-note text-muted">{errorText(error)}</span>
      </p>
      <Button
        size="sm"
        aria-label="Retry loading the next draw"
        onClick={({ currentTarget }) => {
          keepPlace(currentTarget);
          onRetry();
        }}
      >
        Retry
      </Button>
    </div>
  );
}

const SECOND_MS = 1_000;

function Due({ raffle: { round, grade } }: { readonly raffle: RaffleSummary }): ReactNode {
  if (!round) return takesRound(grade) ? nextDrawTexts.started : nextDrawTexts.toCome;
  if (round.isOverdue) return nextDrawTexts.overdue;
  return <CountDown at={round.dueAt} />;
}

/** To the round of a draw. */
function CountDown({ at }: { readonly at: string }): ReactNode {
  const now = useNow(SECOND_MS);
  const dueAt = Date.parse(at);
  if (dueAt <= now) return nextDrawTexts.due;
  return (
    <time dateTime={at} title={new Date(dueAt).toLocaleString()} className="tabular-nums">
      {nextDrawTexts.dueIn(leftUntil(dueAt, now))}.
    </time>
  );
}
