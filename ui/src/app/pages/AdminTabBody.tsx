import { Skeleton } from '../../components/ui/Skeleton.tsx';
import type { UserView } from '../../features/admin/components/UserViews.tsx';
import { UserViews } from '../../features/admin/components/UserViews.tsx';
import type { AdminTab } from '../../features/admin/model/tabs.ts';
import type { Uploads } from '../../features/admin-music/model/uploads.ts';
import type { AdminRights } from '../../lib/admin/admin-rights.ts';
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

type TabBodyProps = {
  readonly tab: AdminTab;
  /** Of the tab of users. */
  readonly view: UserView;
  readonly wallet: string;
  readonly rights: AdminRights;
  readonly uploads: Uploads;
};

/** What stands in a tab; its code comes when it is first shown. */
export function TabBody({ tab, view, wallet, rights, uploads }: TabBodyProps) {
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
