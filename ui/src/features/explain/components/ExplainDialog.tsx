import type { Figure } from '../../../../../contracts/api/ledger.ts';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { explanationPages } from '../api/explanation-pages.ts';
import { ExplanationTable } from './ExplanationTable.tsx';

type ExplainDialogProps = { readonly figure: Figure; readonly onClose: () => void };

/** A figure of the own account, and every event that made it what it is. */
export function ExplainDialog({ figure, onClose }: ExplainDialogProps) {
  const { title, description } = texts[figure];
  return (
    <Dialog open onClose={onClose} wide title={title} description={description}>
      <Pages figure={figure} />
    </Dialog>
  );
}

const texts: Record<Figure, { readonly title: string; readonly description: string }> = {
  pendingRewards: {
    title: 'App Rewards, explained',
    description: 'What was granted, less what you claimed and what was taken back.',
  },
  totalRewards: {
    title: 'Total Rewards, explained',
    description: 'Everything that was granted to you, less what was taken back.',
  },
  claimedRewards: { title: 'Claimed, explained', description: 'Every claim of yours.' },
  weekRewards: {
    title: 'This week, explained',
    description: 'What was granted to you in the last seven days.',
  },
};

function Pages({ figure }: { figure: Figure }) {
  const list = useInfiniteQuery(explanationPages(figure));
  const { data, error, isFetching, refetch } = list;
  if (!data) {
    return error && !isFetching ? (
      <ErrorState what="the explanation" detail={errorText(error)} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows rows={6} className="h-14" />
    );
  }
  const lines = data.pages.flatMap((page) => page.lines);
  return (
    <>
      <p className="pb-4 text-3xl font-semibold tracking-[-0.03em]">
        <Money amount={data.pages[0]?.total ?? '0'} decimals={8} tone="gold" hero />
      </p>
      {lines.length === 0 ? (
        <EmptyState
          icon="ledger"
          title="No event yet"
          next="The first event that changes this figure stands here."
        />
      ) : (
        <ExplanationTable lines={lines} />
      )}
      {error && (
        <p role="alert" className="pt-4 text-center text-note text-danger">
          {errorText(error)}
        </p>
      )}
      <LoadMore
        list={list}
        end={lines.length > 0 && <p className="text-note text-faint">{allOf(lines.length)}</p>}
        className="flex justify-center pt-4"
      >
        {error ? 'Retry' : 'Load more'}
      </LoadMore>
    </>
  );
}

const allOf = (count: number): string =>
  count === 1
    ? 'One event makes this figure.'
    : `These ${count.toLocaleString('en')} events make this figure, all of them.`;
