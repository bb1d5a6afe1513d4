import * as Tabs from 'radix-ui/tabs';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { inboxTexts } from '../../../../contracts/inbox-messages.ts';
import { ADMIN_TABS, type AdminTab } from '../../features/admin/model/tabs.ts';
import { inboxQuery } from '../../features/admin-inbox/api/inbox-query.ts';
import { HandsNeeded } from '../../features/admin-inbox/components/InboxPanel.tsx';
import { handsNeeded } from '../../features/admin-inbox/model/inbox-items.ts';
import { useQuery } from '../../lib/api/use-query.ts';
import { cx } from '../../lib/class-names.ts';

type AdminNavProps = {
  /** Undefined on the overview. */
  readonly tab: AdminTab | undefined;
  readonly tabs: readonly AdminTab[];
};

/** The way to the overview, with how much waits there, and the tabs; all in one row that scrolls where it must. */
export function AdminNav({ tab, tabs }: AdminNavProps) {
  const inbox = useQuery(inboxQuery);
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!row.current) return;
    // It tells of the first size, too, and then of each turn of a phone.
    const observer = new ResizeObserver(([entry]) => entry && showChosen(entry.target));
    observer.observe(row.current);
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen with each tab.
  useEffect(() => {
    if (row.current) showChosen(row.current);
  }, [tab]);
  return (
    <div ref={row} className="mb-4 flex gap-1 overflow-x-auto overflow-y-clip border-b border-line">
      <Link
        href="/admin"
        {...(tab === undefined && { 'aria-current': 'page' as const })}
        className={cx(look, tab === undefined ? 'border-accent text-text' : 'border-transparent text-muted')}
      >
        {inboxTexts.overview}
        {/* Of one width, so that the tabs stand still when it comes. */}
        <span className="grid w-6 place-items-center">
          {inbox.data && <HandsNeeded count={handsNeeded(inbox.data)} />}
        </span>
      </Link>
      <Tabs.List aria-label="Admin panel" className="flex gap-1">
        {tabs.map((one) => (
          <Tabs.Trigger
            key={one}
            value={one}
            className={cx(
              look,
              'border-transparent text-muted data-[state=active]:border-accent data-[state=active]:text-text',
            )}
          >
            {ADMIN_TABS[one]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
    </div>
  );
}

const look =
  '-mb-px flex h-11 shrink-0 items-center gap-2 rounded-t-control border-b-2 px-3 text-sm font-medium -outline-offset-2 transition-colors duration-150 hover:text-text';

/** Where not all fit, the chosen one is in the middle. */
function showChosen(row: Element): void {
  const chosen = row.querySelector('[aria-current], [data-state=active]');
  if (!chosen) return;
  const [all, one] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
  row.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
}
