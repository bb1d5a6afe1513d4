import type { UseQueryResult } from '@tanstack/react-query';
import type { Activity, Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';

export function RecentActivities({ query }: { query: UseQueryResult<Dashboard> }) {
  return (
    <Panel
      title="Recent Activities"
      what="your recent activities"
      query={query}
      className="min-h-64 lg:min-h-116"
      skeleton={<SkeletonRows rows={6} className="h-16" />}
    >
      {({ recentActivities }) =>
        recentActivities.length === 0 ? (
          <EmptyState
            icon="bolt"
            title="No activity yet"
            next="What you earn shows up here the moment it is granted."
          />
        ) : (
          <ul className="px-5 pb-3">
            {recentActivities.map((activity) => (
              <Row key={activity.id} activity={activity} />
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

const icons: Record<Activity['type'], IconName> = {
  twitter_retweet: 'refresh',
  twitter_like: 'check',
  discord_message: 'info',
  referral: 'swap',
  other: 'bolt',
};

function Row({ activity: { type, description, reward, createdAt } }: { activity: Activity }) {
  return (
    <li className="flex items-center gap-3 border-b border-line/60 py-2.5 last:border-0">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-2 text-muted">
        <Icon name={icons[type]} className="size-4" />
      </span>
      <span className="min-w-24 flex-1">
        <span className="line-clamp-2 text-sm [overflow-wrap:anywhere]">{description}</span>
        <RelativeTime at={createdAt} className="text-xs text-faint" />
      </span>
      <Money amount={reward} decimals={2} sign="+" tone="gold" unit={false} breaks className="text-sm" />
    </li>
  );
}
