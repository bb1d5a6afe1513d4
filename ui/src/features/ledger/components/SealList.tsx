import { useMutation } from '@tanstack/react-query';
import { getCheckpoint } from '../../../../../contracts/api/ledger-seals.ts';
import { errorToasts } from '../../../../../contracts/toasts.ts';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { showError, showToast } from '../../../lib/toast/toast.ts';
import { fetchCheckpoint } from '../api/fetch-checkpoint.ts';
import { type Seals, sealPages, sealStateQuery, type Witness } from '../api/ledger-queries.ts';
import { count, eventsText, witnessStates } from '../model/seal-standing.ts';
import { Code } from './Code.tsx';
import { RunWitness } from './RunWitness.tsx';
import { SealTable } from './SealTable.tsx';
import { SecondsAgo } from './SecondsAgo.tsx';

/** Who watches the ledger, and every seal that was ever set on it. */
export function SealList() {
  const state = useQuery(sealStateQuery);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[7fr_5fr]">
        <Panel
          title="Witnesses"
          what="the witnesses"
          query={state}
          className="min-h-64"
          skeleton={<SkeletonRows rows={2} className="h-16" />}
        >
          {({ witnesses, seals }) => <Witnesses witnesses={witnesses} size={seals[0]?.size} />}
        </Panel>
        <Panel
          title="The newest checkpoint"
          what="the checkpoint"
          query={state}
          className="min-h-64"
          skeleton={<SkeletonRows rows={2} className="h-16" />}
        >
          {(seals) => <NewestCheckpoint seals={seals} />}
        </Panel>
      </div>
      <AllSeals />
      <RunWitness notary={state.data?.notary} />
    </div>
  );
}

const tones: Readonly<Record<Witness['state'], BadgeTone>> = {
  unasked: 'neutral',
  agrees: 'success',
  behind: 'info',
  silent: 'neutral',
  refuses: 'danger',
};

type WitnessesProps = { readonly witnesses: readonly Witness[]; readonly size: number | undefined };

function Witnesses({ witnesses, size }: WitnessesProps) {
  if (witnesses.length === 0) {
    return (
      <EmptyState
        icon="users"
        title="No witness yet"
        next="Anybody can watch this ledger from a machine of their own: see below how."
      />
    );
  }
  return (
    <ul className="px-5 pb-3">
      {witnesses.map((witness) => (
        <li
          key={witness.verifierKey}
          className="grid gap-1 border-b border-line/60 py-3 text-sm last:border-0"
        >
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-medium [overflow-wrap:anywhere]">{witness.name}</span>
            <Badge tone={tones[witness.state]}>{witnessStates[witness.state]}</Badge>
          </div>
          <p className="text-note text-muted">
            {witness.size === null || witness.at === null ? (
              'Has cosigned nothing yet.'
            ) : (
              <>
                Cosigned the first {eventsText(witness.size)}, <SecondsAgo at={witness.at} />
                {size !== undefined && witness.size < size && `; ${eventsText(size - witness.size)} behind`}.
              </>
            )}
          </p>
          {witness.detail && (
            <p className={witness.state === 'refuses' ? 'text-note text-danger' : 'text-note text-faint'}>
              {witness.detail}
            </p>
          )}
          <Code text={witness.verifierKey} what={`the key of ${witness.name}`} cut />
        </li>
      ))}
    </ul>
  );
}

function NewestCheckpoint({ seals }: { seals: Seals }) {
  const copy = useMutation({
    mutationFn: async () => navigator.clipboard.writeText(await fetchCheckpoint()),
    onSuccess: () => showToast({ title: 'Checkpoint Copied' }),
    onError: (error) => showError({ title: errorToasts.copyFailed.title, description: errorText(error) }),
  });
  const newest = seals.seals[0];
  if (!newest) {
    return (
      <EmptyState
        icon="clock"
        title="No seal yet"
        next="The notary seals the first events within about a minute."
      />
    );
  }
  return (
    <div className="grid gap-3 px-5 pb-5 text-sm">
      <p className="text-muted">
        Three lines and their signatures fix the first {count(newest.size)} events for good. Keep a copy:
        whoever has one notices when anything under it changes.
      </p>
      <p className="grid gap-0.5">
        <span className="text-note text-muted">Root</span>
        <Code text={newest.root} what="the root" />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button pending={copy.isPending} onClick={() => copy.mutate()}>
          <Icon name="copy" className="size-4" /> Copy the checkpoint
        </Button>
        <a href={getCheckpoint.path} className={buttonClass({ variant: 'ghost' })}>
          <Icon name="external" className="size-4" /> Open it
        </a>
      </div>
    </div>
  );
}

function AllSeals() {
  const query = useInfiniteQuery(sealPages);
  const { data, error, isFetching, isFetchingNextPage, refetch } = query;
  const seals = data?.pages.flatMap((page) => page.seals) ?? [];
  return (
    <Card aria-labelledby="seals-title" aria-busy={isFetching} className="flex min-h-80 min-w-0 flex-col">
      <CardHeader
        id="seals-title"
        title="All seals, newest first"
        aside={
          <Button
            size="sm"
            variant="ghost"
            pending={isFetching && !isFetchingNextPage}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        }
      />
      {!data ? (
        error && !isFetching ? (
          <ErrorState what="the seals" detail={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <>
            <span className="sr-only">Loading the seals</span>
            <SkeletonRows rows={5} className="h-12" />
          </>
        )
      ) : seals.length === 0 ? (
        <EmptyState
          icon="shield"
          title="No seal yet"
          next="The first one comes within about a minute of the first event."
        />
      ) : (
        <div className="px-3 pb-4">
          <SealTable seals={seals} />
          {error && (
            <p role="alert" className="pt-4 text-center text-note text-danger">
              {errorText(error)}
            </p>
          )}
          <LoadMore size="sm" list={query} className="flex justify-center pt-4">
            {error ? 'Retry' : 'Show more'}
          </LoadMore>
        </div>
      )}
    </Card>
  );
}
