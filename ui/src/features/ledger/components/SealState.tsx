import type { ReactNode } from 'react';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { cx } from '../../../lib/class-names.ts';
import { type Seals, sealStateQuery } from '../api/ledger-queries.ts';
import { count, listed, type SealStanding, standingOf } from '../model/seal-standing.ts';
import { Code } from './Code.tsx';
import { OwnMemory } from './OwnMemory.tsx';
import { SecondsAgo } from './SecondsAgo.tsx';

/** At a glance: how many events there are, how far they are sealed, by whom, and who has witnessed it. */
export function SealState() {
  const query = useQuery(sealStateQuery);
  const { data, error, isFetching } = query;
  return (
    <Card
      aria-label="State of the ledger"
      aria-busy={!data && isFetching}
      className="flex min-h-98 flex-col gap-4 p-4 sm:min-h-59 sm:p-5"
    >
      {data ? (
        <>
          <Banner standing={standingOf(data)} isStale={error !== null} />
          <Facts seals={data} />
          {data.seals[0] && <OwnMemory newest={data.seals[0]} />}
        </>
      ) : error && !isFetching ? (
        <ErrorState
          what="the state of the ledger"
          detail={errorText(error)}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <>
          <span className="sr-only">Loading the state of the ledger</span>
          <Skeleton className="h-24 sm:h-18" />
          <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
            {['events', 'sealed', 'notary', 'witnesses'].map((fact) => (
              <Skeleton key={fact} className="h-16" />
            ))}
          </div>
        </>
      )}
    </Card>
  );
}

const looks = {
  success: { box: 'border-success/30 bg-success/10', title: 'text-success', icon: 'shield' },
  info: { box: 'border-info/30 bg-info/10', title: 'text-info', icon: 'clock' },
  danger: { box: 'border-danger/60 bg-danger/15', title: 'text-danger', icon: 'alert' },
} as const;

function Banner({ standing, isStale }: { standing: SealStanding; isStale: boolean }) {
  const { tone, title, notes } = standing;
  const look = looks[tone];
  return (
    <div
      {...(tone === 'danger' && { role: 'alert' })}
      className={cx('flex min-h-24 items-start gap-3 rounded-control border px-4 py-3 sm:min-h-18', look.box)}
    >
      <Icon name={look.icon} className={cx('mt-0.5', look.title)} />
      <div className="min-w-0 flex-1">
        <p className={cx('font-semibold [overflow-wrap:anywhere]', look.title)}>{title}</p>
        {notes.map((note) => (
          <p key={note} className="text-note text-muted [overflow-wrap:anywhere]">
            {note}
          </p>
        ))}
      </div>
      {isStale && (
        <Badge title="The last question had no answer. What stands here is from before it.">
          Not up to date
        </Badge>
      )}
    </div>
  );
}

function Facts({ seals }: { seals: Seals }) {
  const { notary, events, witnesses } = seals;
  const newest = seals.seals[0];
  const cosigned = newest ? witnesses.filter(({ size }) => size === newest.size) : [];
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-3 lg:grid-cols-4">
      <Figure name="Events" value={count(events)} note="in the ledger" />
      <Figure
        name="Sealed up to"
        value={newest ? count(newest.size) : '—'}
        note={newest ? <SecondsAgo at={newest.sealedAt} /> : 'not sealed yet'}
      />
      <Figure
        name="Signed by"
        value={
          <span className="block text-sm [overflow-wrap:anywhere] sm:text-base">
            {notary.verifierKey ? notary.origin : '—'}
          </span>
        }
        note={
          notary.verifierKey ? (
            <Code text={notary.verifierKey} what="the notary's key" cut />
          ) : (
            'the notary has no key yet'
          )
        }
      />
      <Figure
        name="Cosigned by"
        value={`${count(cosigned.length)} of ${count(witnesses.length)}`}
        note={
          <span className="block truncate" title={listed(cosigned.map(({ name }) => name))}>
            {cosigned.length > 0 ? listed(cosigned.map(({ name }) => name)) : 'no witness yet'}
          </span>
        }
      />
    </dl>
  );
}

type FigureProps = { readonly name: string; readonly value: ReactNode; readonly note: ReactNode };

function Figure({ name, value, note }: FigureProps) {
  return (
    <div className="flex min-h-16 min-w-0 flex-col">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="min-w-0">
        <span className="block font-mono text-lg leading-6 font-semibold tracking-[-0.02em]">{value}</span>
        <span className="block min-w-0 text-xs leading-6 text-faint">{note}</span>
      </dd>
    </div>
  );
}
