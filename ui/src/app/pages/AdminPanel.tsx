import * as Tabs from 'radix-ui/tabs';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import { auditorTexts } from '../../../../contracts/admin-messages.ts';
import { refusals } from '../../../../contracts/messages.ts';
import { DialogBoundary } from '../../components/ui/DialogBoundary.tsx';
import { Icon } from '../../components/ui/Icon.tsx';
import { PanelBoundary } from '../../components/ui/PanelBoundary.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { AdminHeader } from '../../features/admin/components/AdminHeader.tsx';
import { AdminStats } from '../../features/admin/components/AdminStats.tsx';
import { type AdminAddress, CommandBar } from '../../features/admin/components/CommandBar.tsx';
import { type UserView, UserViews, userViewOf } from '../../features/admin/components/UserViews.tsx';
import { ADMIN_TABS, type AdminTab, tabOf, tabsFor } from '../../features/admin/model/tabs.ts';
import { MassActProgress } from '../../features/admin-acts/components/MassActProgress.tsx';
import { ProgramCharts } from '../../features/admin-charts/components/ProgramCharts.tsx';
import { panelUploads } from '../../features/admin-music/model/panel-uploads.ts';
import type { Uploads } from '../../features/admin-music/model/uploads.ts';
import { SetAsideNotice } from '../../features/admin-set-aside/components/SetAsideNotice.tsx';
import { refreshAdmin } from '../../lib/admin/admin-queries.ts';
import type { AdminRights } from '../../lib/admin/admin-rights.ts';
import { useLiveEvents } from '../../lib/admin/use-live-events.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';

const tabSkeleton = <Skeleton className="h-110 rounded-card" />;
const UserManagement = lazyPart(
  () => import('../../features/admin-users/components/UserManagement.tsx'),
  ({ UserManagement }) => UserManagement,
  tabSkeleton,
);
const SendRewards = lazyPart(
  () => import('../../features/admin-rewards/components/SendRewards.tsx'),
  ({ SendRewards }) => SendRewards,
  tabSkeleton,
);
const RewardRequests = lazyPart(
  () => import('../../features/admin-rewards/components/RewardRequests.tsx'),
  ({ RewardRequests }) => RewardRequests,
  tabSkeleton,
);
const RaffleSystem = lazyPart(
  () => import('../../features/raffle/components/RaffleSystem.tsx'),
  ({ RaffleSystem }) => RaffleSystem,
  tabSkeleton,
);
const AdminActions = lazyPart(
  () => import('../../features/admin-acts/components/AdminActions.tsx'),
  ({ AdminActions }) => AdminActions,
  tabSkeleton,
);
const Clusters = lazyPart(
  () => import('../../features/admin-clusters/components/Clusters.tsx'),
  ({ Clusters }) => Clusters,
  tabSkeleton,
);
const MusicManagement = lazyPart(
  () => import('../../features/admin-music/components/MusicManagement.tsx'),
  ({ MusicManagement }) => MusicManagement,
  tabSkeleton,
);
const ActivityHistory = lazyPart(
  () => import('../../features/admin-activity/components/ActivityHistory.tsx'),
  ({ ActivityHistory }) => ActivityHistory,
  tabSkeleton,
);

type AdminPanelProps = {
  readonly wallet: string;
  readonly rights: AdminRights;
  readonly leaving: boolean;
  readonly onLogout: () => void;
};

/** The panel of an admin; the tab and what it shows stand in the address. */
export function AdminPanel({ wallet, rights, leaving, onLogout }: AdminPanelProps) {
  const [query, setQuery] = useSearchParams();
  const [searching, setSearching] = useState(false);
  const tabs = tabsFor(rights);
  const tab = tabOf(query, tabs);
  // They go on while another tab is shown, and end with the panel.
  const [uploads] = useState(() => panelUploads(wallet));
  useEffect(() => uploads.stop, [uploads]);
  useLiveEvents();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!list.current) return;
    // It tells of the first size, too, and then of each turn of a phone.
    const observer = new ResizeObserver(([entry]) => entry && showChosen(entry.target, tab));
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [tab]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);

  function go(address: AdminAddress): void {
    setSearching(false);
    setQuery(address);
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
      <PanelBoundary what="the statistics" refresh={refreshAdmin}>
        <AdminStats />
      </PanelBoundary>
      <PanelBoundary what="the act under way" refresh={refreshAdmin}>
        <MassActProgress />
      </PanelBoundary>
      <PanelBoundary what="what was set aside" refresh={refreshAdmin}>
        <SetAsideNotice />
      </PanelBoundary>
      {rights === 'admin' && query.get('tab') === 'activity' && (
        <p role="status" className="card px-5 py-4 text-sm text-muted">
          {refusals.activityHistorySuperAdminOnly}
        </p>
      )}
      <Tabs.Root value={tab} onValueChange={(next) => setQuery({ tab: next })} className="min-w-0">
        <Tabs.List
          ref={list}
          aria-label="Admin panel"
          className="mb-4 flex gap-1 overflow-x-auto border-b border-line"
        >
          {tabs.map((one) => (
            <Tabs.Trigger
              key={one}
              value={one}
              data-tab={one}
              className="-mb-px shrink-0 rounded-t-control border-b-2 border-transparent px-3 py-2.5 text-sm font-medium text-muted -outline-offset-2 transition-colors duration-150 hover:text-text data-[state=active]:border-accent data-[state=active]:text-text"
            >
              {ADMIN_TABS[one]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
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
      <PanelBoundary what="the last 90 days" refresh={refreshAdmin}>
        <ProgramCharts />
      </PanelBoundary>
      {searching && (
        <DialogBoundary what="the search" onClose={() => setSearching(false)}>
          <CommandBar tabs={tabs} onGo={go} onClose={() => setSearching(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}

/** Where the tabs do not all fit, the chosen one is in the middle. */
function showChosen(list: Element, tab: AdminTab): void {
  const chosen = list.querySelector(`[data-tab=${tab}]`);
  if (!chosen) return;
  const [all, one] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
  list.scrollLeft += one.left + one.width / 2 - (all.left + all.width / 2);
}

type TabBodyProps = {
  readonly tab: AdminTab;
  /** Of the tab of users. */
  readonly view: UserView;
  readonly wallet: string;
  readonly rights: AdminRights;
  readonly uploads: Uploads;
};

function TabBody({ tab, view, wallet, rights, uploads }: TabBodyProps) {
  switch (tab) {
    case 'users':
      return <UserViews view={view}>{view === 'users' ? <UserManagement /> : <Clusters />}</UserViews>;
    case 'rewards':
      return rights === 'auditor' ? <RewardRequests wallet={wallet} /> : <SendRewards wallet={wallet} />;
    case 'raffle':
      return <RaffleSystem />;
    case 'acts':
      return <AdminActions rights={rights} />;
    case 'music':
      return <MusicManagement uploads={uploads} />;
    case 'activity':
      return <ActivityHistory />;
  }
}
