import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { getPublicFigures } from '../../../../../contracts/api/socials.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { buttonClass } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { usePublicFigures } from '../api/public-figures.ts';
import { Count } from './Count.tsx';
import { RefreshNote } from './RefreshNote.tsx';

type Figures = ResponseOf<typeof getPublicFigures>;

/** The program's own figures, which no other site can show: they are counted from the ledger. */
export function ProgramFigures() {
  const query = usePublicFigures();
  const { data, error, isFetching } = query;
  return (
    <Card
      aria-labelledby="figures-title"
      aria-busy={isFetching}
      className="flex min-w-0 flex-col px-5 py-4 sm:px-6 sm:py-5"
    >
      <h2 id="figures-title" className="flex items-center gap-2 text-note font-medium text-muted">
        <Icon name="ledger" className="size-4 text-accent" />
        Straight from the ledger
      </h2>
      {!data && error && !isFetching ? (
        <div className="flex min-h-71.5 md:max-lg:min-h-27.5">
          <ErrorState
            what="the figures of the program"
            detail={errorText(error)}
            onRetry={() => void query.refetch()}
          />
        </div>
      ) : (
        <>
          {!data && <span className="sr-only">Loading the figures of the program</span>}
          <dl className={LIST}>
            <Figure title="Participants">
              {data ? (
                <span className="font-mono">
                  <Count value={data.participants} />
                </span>
              ) : (
                <Blank />
              )}
            </Figure>
            <Figure title="Granted so far">
              {data ? (
                <Money amount={data.granted} decimals={GRANTED_DECIMALS} tone="gold" hero />
              ) : (
                <Blank />
              )}
            </Figure>
            <Figure title="Last raffle draw">{data ? <LastDraw draw={data.lastDraw} /> : <Blank />}</Figure>
          </dl>
        </>
      )}
      <RefreshNote query={query} what="the figures of the program" />
    </Card>
  );
}

/** The order of magnitude; its title has the rest. */
const GRANTED_DECIMALS = 2;

const LIST =
  'grid divide-y divide-line md:max-lg:grid-cols-[1fr_1.4fr_1.6fr] md:max-lg:gap-6 md:max-lg:divide-y-0 *:last:min-h-27.5';

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-h-22 min-w-0 flex-col py-3">
      <dt className="text-note text-muted">{title}</dt>
      <dd className="mt-1 text-2xl leading-9 font-semibold tracking-[-0.02em] tabular-nums [overflow-wrap:anywhere]">
        {children}
      </dd>
    </div>
  );
}

function LastDraw({ draw }: { draw: Figures['lastDraw'] }) {
  if (draw === null) {
    return <span className="text-base font-medium tracking-normal text-faint">No raffle was drawn yet</span>;
  }
  const { winners, totalDistributed, completedAt } = draw;
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="min-w-0">
        <Money amount={totalDistributed} decimals={DECIMALS.raffleTotal} tone="gold" hero />
        <span className="block text-xs leading-5 font-normal tracking-normal text-muted">
          to {winners === 1 ? '1 winner' : `${winners.toLocaleString('en')} winners`},{' '}
          <RelativeTime at={completedAt} />
        </span>
      </span>
      <Link href="/raffle" aria-label="Verify the last raffle draw" className={buttonClass({ size: 'sm' })}>
        <Icon name="shield" className="size-4" /> Verify
      </Link>
    </span>
  );
}

const Blank = () => <Skeleton className="my-1 h-7 w-40 max-w-full" />;
