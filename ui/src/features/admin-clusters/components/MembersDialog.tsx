import { clusterTexts } from '../../../../../contracts/admin-messages.ts';
import type { Cluster, ClusterKind } from '../../../../../contracts/api/admin-clusters.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { ErrorState } from '../../../components/ui/ErrorState.tsx';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { memberPages } from '../api/cluster-queries.ts';

type MembersDialogProps = {
  readonly kind: ClusterKind;
  readonly cluster: Cluster;
  readonly onClose: () => void;
};

/** Who is in a cluster, the oldest first. */
export function MembersDialog({ kind, cluster, onClose }: MembersDialogProps) {
  const list = useInfiniteQuery(memberPages(kind, cluster));
  const { data, error, isFetching, refetch } = list;
  const members = data?.pages.flatMap((page) => page.members);
  return (
    <Dialog open wide onClose={onClose} title={cluster.label} description={clusterTexts.why[kind]}>
      {members ? (
        <ul aria-label={clusterTexts.members} className="border-t border-line">
          {members.map(({ id, username, walletAddress, createdAt, isIdle, holdReason, ...figures }) => (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line/60 py-2.5 text-sm last:border-0"
            >
              <div className="min-w-0">
                <p className="flex flex-wrap items-center gap-x-2">
                  <span className="font-medium [overflow-wrap:anywhere]">{username}</span>
                  {walletAddress && <Address address={walletAddress} />}
                </p>
                <p className="text-xs text-faint">
                  <time dateTime={createdAt}>{new Date(createdAt).toLocaleString()}</time>
                  {holdReason !== null && ` · ${clusterTexts.heldBecause(holdReason)}`}
                </p>
              </div>
              <p className="ml-auto flex flex-wrap items-center gap-2">
                {isIdle && <Badge>{clusterTexts.idleBadge}</Badge>}
                {holdReason !== null && <Badge tone="danger">{clusterTexts.heldBadge}</Badge>}
                <Money amount={figures.pendingRewards} decimals={2} tone="gold" />
              </p>
            </li>
          ))}
        </ul>
      ) : error && !isFetching ? (
        <ErrorState
          what={clusterTexts.members.toLowerCase()}
          detail={errorText(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <SkeletonRows rows={4} className="h-14" />
      )}
      {members && error && (
        <p role="alert" className="pt-4 text-center text-note text-danger">
          {errorText(error)}
        </p>
      )}
      <LoadMore size="sm" list={list} className="flex justify-center pt-4">
        {error ? 'Retry' : 'Load more'}
      </LoadMore>
    </Dialog>
  );
}
