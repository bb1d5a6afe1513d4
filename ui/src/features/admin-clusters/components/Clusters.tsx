import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { clusterTexts } from '../../../../../contracts/admin-messages.ts';
import { type Cluster, type ClusterKind, clusterKind } from '../../../../../contracts/api/admin-clusters.ts';
import { Card, CardHeader } from '../../../components/ui/Card.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { keepFocusIn } from '../../../components/ui/keep-focus-in.ts';
import { LoadMore } from '../../../components/ui/LoadMore.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Select } from '../../../components/ui/Select.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { eachOnce } from '../../../lib/api/each-once.ts';
import { useInfiniteQuery } from '../../../lib/api/use-infinite-query.ts';
import { clusterPages } from '../api/cluster-queries.ts';
import { ClusterRow } from './ClusterRow.tsx';
import { FaucetNote } from './FaucetNote.tsx';
import { HoldDialog } from './HoldDialog.tsx';
import { MembersDialog } from './MembersDialog.tsx';

type Open = { readonly what: 'members' | 'hold' | 'release'; readonly cluster: Cluster };

const FIRST: ClusterKind = 'network';

/** Accounts that have something in common, and holding what they may claim. What they have stands in the address. */
export function Clusters() {
  const [address, setAddress] = useSearchParams();
  const kind = clusterKind.safeParse(address.get('kind')).data ?? FIRST;
  const [open, setOpen] = useState<Open>();
  const query = useInfiniteQuery(clusterPages(kind));
  const close = () => setOpen(undefined);
  const show = (what: Open['what'], cluster: Cluster) => () => setOpen({ what, cluster });
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card aria-labelledby="faucet-title" className="flex min-w-0 flex-col">
        <CardHeader id="faucet-title" title={clusterTexts.newAccounts} />
        <FaucetNote />
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2 px-5 pb-4">
          <Select
            label={clusterTexts.choose}
            value={kind}
            options={clusterTexts.kinds}
            onChoose={(next) =>
              setAddress(
                { tab: 'users', view: 'clusters', ...(next !== FIRST && { kind: next }) },
                { replace: true },
              )
            }
            className="min-w-48"
          />
          <p className="flex-1 basis-64 pb-2 text-note text-muted">{clusterTexts.why[kind]}</p>
        </div>
      </Card>
      <Panel
        title={clusterTexts.kinds[kind]}
        what="the clusters"
        query={query}
        className="h-140"
        skeleton={<SkeletonRows rows={4} className="h-20" />}
      >
        {({ pages }) => {
          const clusters = eachOnce(
            pages.flatMap((page) => page.clusters),
            ({ key }) => key,
          );
          const isHeld = kind === 'held';
          return (
            <>
              {clusters.length === 0 ? (
                <EmptyState
                  icon="users"
                  title={isHeld ? clusterTexts.noneHeld : clusterTexts.none}
                  next={isHeld ? clusterTexts.noneHeldNext : clusterTexts.noneNext}
                />
              ) : (
                <ul
                  ref={keepFocusIn}
                  aria-label={clusterTexts.kinds[kind]}
                  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
                  tabIndex={0}
                  // The panel is of one height whatever is in it: clusters come and go with each act.
                  className="relative min-h-0 flex-1 overflow-y-auto border-t border-line -outline-offset-2"
                >
                  {clusters.map((cluster) => (
                    <ClusterRow
                      key={cluster.key}
                      cluster={cluster}
                      onShow={show('members', cluster)}
                      onHold={show('hold', cluster)}
                      onRelease={show('release', cluster)}
                    />
                  ))}
                </ul>
              )}
              <LoadMore size="sm" list={query} className="flex justify-center p-4">
                Load more
              </LoadMore>
            </>
          );
        }}
      </Panel>
      {open?.what === 'members' && <MembersDialog kind={kind} cluster={open.cluster} onClose={close} />}
      {open && open.what !== 'members' && (
        <HoldDialog act={open.what} kind={kind} cluster={open.cluster} onClose={close} />
      )}
    </div>
  );
}
