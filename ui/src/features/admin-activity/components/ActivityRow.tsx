import { Address } from '../../../components/ui/Address.tsx';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { useMayAct } from '../../../lib/admin/use-may-act.ts';
import type { AdminActivity } from '../api/activity-pages.ts';
import { activityLooks, detailLines } from '../model/activity-looks.ts';

export function ActivityRow({ activity, onUndo }: { activity: AdminActivity; onUndo: () => void }) {
  const { action_type, performed_by_wallet, created_at, description, details, undoable } = activity;
  const { name, tone } = activityLooks[action_type];
  const lines = detailLines(details);
  const mayAct = useMayAct();
  return (
    <li className="border-b border-line/60 px-5 py-3 last:border-0">
      {/* What can be undone loses its button one day: with it and without it the row is as high. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="flex min-h-6 items-center">
          <Badge tone={tone}>{name}</Badge>
        </span>
        <span className="text-note text-muted max-sm:order-last">
          {performed_by_wallet ? <Address address={performed_by_wallet} /> : 'System'}
        </span>
        <time dateTime={created_at} title={created_at} className="text-note text-faint max-sm:order-last">
          {new Date(created_at).toLocaleString()}
        </time>
        <span className="-my-1 flex flex-1 justify-end max-sm:basis-1/3">
          {mayAct && undoable && (
            <Button size="sm" variant="ghost" onClick={onUndo}>
              <Icon name="undo" className="size-4" /> Undo
            </Button>
          )}
        </span>
      </div>
      <p className="mt-1.5 text-sm [overflow-wrap:anywhere]">{description}</p>
      {lines.length > 0 && (
        <details className="mt-1 text-note">
          <summary className="w-fit cursor-pointer rounded-sm py-0.5 text-muted hover:text-text">
            Details
          </summary>
          <dl className="mt-1.5 grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1 rounded-control bg-surface-2 px-4 py-3">
            {lines.map(([field, value]) => (
              <div key={field} className="contents">
                <dt className="text-faint">{field}</dt>
                <dd className="tabular-nums [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}
