import * as Tabs from 'radix-ui/tabs';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { auditorTexts } from '../../../../contracts/admin-messages.ts';
import { shownRefusals } from '../../../../contracts/messages.ts';
import { DialogBoundary } from '../../components/ui/DialogBoundary.tsx';
import { Icon } from '../../components/ui/Icon.tsx';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { AdminHeader } from '../../features/admin/components/AdminHeader.tsx';
import { type AdminAddress, CommandBar } from '../../features/admin/components/CommandBar.tsx';
import { userViewOf } from '../../features/admin/components/UserViews.tsx';
import { ADMIN_TABS, tabOf, tabsFor } from '../../features/admin/model/tabs.ts';
import { MassActProgress } from '../../features/admin-acts/components/MassActProgress.tsx';
import { panelUploads } from '../../features/admin-music/model/panel-uploads.ts';
import { refreshAdmin } from '../../lib/admin/admin-queries.ts';
import type { AdminRights } from '../../lib/admin/admin-rights.ts';
import { useLiveEvents } from '../../lib/admin/use-live-events.ts';
import { AdminNav } from './AdminNav.tsx';
import { AdminOverview } from './AdminOverview.tsx';
import { TabBody } from './AdminTabBody.tsx';

type AdminPanelProps = {
  readonly wallet: string;
  readonly rights: AdminRights;
  readonly leaving: boolean;
  readonly onLogout: () => void;
};

/**
 * The panel of an admin: an overview, and tabs that have the page to themselves. The tab and what it shows stand in the
 * address; where it names none, it is the overview's.
 */
export function AdminPanel({ wallet, rights, leaving, onLogout }: AdminPanelProps) {
  const [query, setQuery] = useSearchParams();
  const [searching, setSearching] = useState(false);
  const tabs = tabsFor(rights);
  const tab = tabOf(query, tabs);
  // They go on while another tab is shown, and end with the panel.
  const [uploads] = useState(() => panelUploads(wallet));
  useEffect(() => uploads.stop, [uploads]);
  useLiveEvents();

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      // A dialog that is open would close at once, whatever stands in it.
      if (!document.querySelector('[data-dialog]')) setSearching(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  const panel = useRef<HTMLDivElement>(null);
  const [led, setLed] = useState(0);
  // A tab takes the focus and is chosen: given back to the one that the search was opened from, it would be that again.
  useEffect(() => {
    if (led > 0) panel.current?.querySelector<HTMLElement>('[role=tab][data-state=active]')?.focus();
  }, [led]);

  function go(address: AdminAddress): void {
    setSearching(false);
    setQuery(address);
    setLed(led + 1);
  }

  return (
    <div className="grid grid-cols-1 gap-4">
      <AdminHeader
        wallet={wallet}
        rights={rights}
        leaving={leaving}
        onLogout={onLogout}
        onCommandBar={() => setSearching(true)}
      />
      {rights === 'auditor' && (
        <p role="note" className="card flex items-center gap-3 px-5 py-4 text-sm">
          <Icon name="ledger" className="size-4 shrink-0 text-info" />
          <span>
            {auditorTexts.note} <span className="text-muted">{auditorTexts.noteMore}</span>
          </span>
        </p>
      )}
      <PanelBoundary what="the act under way" refresh={refreshAdmin}>
        <MassActProgress />
      </PanelBoundary>
      {rights === 'admin' && query.get('tab') === 'activity' && (
        <p role="status" className="card px-5 py-4 text-sm text-muted">
          {shownRefusals.activityHistorySuperAdminOnly}
        </p>
      )}
      <Tabs.Root
        ref={panel}
        value={tab ?? ''}
        onValueChange={(next) => setQuery({ tab: next })}
        // On the overview none is chosen: the keyboard, which comes by the first one, must not leave by that.
        activationMode={tab === undefined ? 'manual' : 'automatic'}
        className="min-w-0"
      >
        <AdminNav tab={tab} tabs={tabs} />
        {tab === undefined && <AdminOverview tabs={tabs} />}
        {tabs.map((one) => (
          <Tabs.Content key={one} value={one} tabIndex={-1}>
            <PanelBoundary
              what={ADMIN_TABS[one]}
              of={query.get('view')}
              refresh={refreshAdmin}
              className="min-h-110"
            >
              <TabBody tab={one} view={userViewOf(query)} wallet={wallet} rights={rights} uploads={uploads} />
            </PanelBoundary>
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {searching && (
        <DialogBoundary what="the search" onClose={() => setSearching(false)}>
          <CommandBar tabs={tabs} onGo={go} onClose={() => setSearching(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}
