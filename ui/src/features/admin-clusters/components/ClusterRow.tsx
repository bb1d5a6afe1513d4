import { clusterTexts } from '../../../../../contracts/admin-messages.ts';
import type { Cluster } from '../../../../../contracts/api/admin-clusters.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';

type ClusterRowProps = {
  readonly cluster: Cluster;
  readonly onShow: () => void;
  readonly onHold: () => void;
  readonly onRelease: () => void;
};

/** One cluster: how large and how idle it is, what it has, and what can be done about it. */
export function ClusterRow({ cluster, onShow, onHold, onRelease }: ClusterRowProps) {
  const mayAct = useMayAct();
  const { label, size, idle, held, pendingRewards, claimedRewards, firstOpenedAt, lastOpenedAt } = cluster;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line/60 px-5 py-3.5 last:border-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
          <span className="font-medium [overflow-wrap:anywhere]">{label}</span>
          <Badge>{clusterTexts.size(size)}</Badge>
          {idle > 0 && <Badge tone="gold">{clusterTexts.idleOf(idle)}</Badge>}
          {held > 0 && <Badge tone="danger">{clusterTexts.heldOf(held)}</Badge>}
        </p>
        <p className="mt-1 text-note text-muted">
          <Money amount={pendingRewards} decimals={2} tone="gold" /> {clusterTexts.pending},{' '}
          <Money amount={claimedRewards} decimals={2} /> {clusterTexts.claimed}
        </p>
        <p className="text-xs text-faint">
          <time dateTime={firstOpenedAt}>{new Date(firstOpenedAt).toLocaleString()}</time>
          {' – '}
          <time dateTime={lastOpenedAt}>{new Date(lastOpenedAt).toLocaleString()}</time>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="ghost" aria-label={`${clusterTexts.show}: ${label}`} onClick={onShow}>
          {clusterTexts.show}
        </Button>
        {mayAct && held > 0 && (
          <Button size="sm" aria-label={`${clusterTexts.acts.release.title}: ${label}`} onClick={onRelease}>
            {clusterTexts.acts.release.title}
          </Button>
        )}
        {mayAct && held < size && (
          <Button
            size="sm"
            variant="danger"
            aria-label={`${clusterTexts.acts.hold.title}: ${label}`}
            onClick={onHold}
          >
            {clusterTexts.acts.hold.title}
          </Button>
        )}
      </div>
    </li>
  );
}
