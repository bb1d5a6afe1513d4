import type { UseQueryResult } from '@tanstack/react-query';
import type { Dashboard, LeaderboardEntry } from '../../../../../contracts/api/dashboard.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { EmptyState } from '../../../components/ui/EmptyState.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { SkeletonRows } from '../../../components/ui/Skeleton.tsx';
import { cx } from '../../../lib/class-names.ts';
import { RankBadge } from './RankBadge.tsx';

export function Leaderboard({ query }: { query: UseQueryResult<Dashboard> }) {
  return (
    <Panel
      title="Leaderboard"
      what="the leaderboard"
      query={query}
      className="min-h-64 lg:min-h-116"
      aside={({ standing: { participants } }) =>
        participants > 0 && (
          <span className="text-[13px] text-faint">
            {participants === 1 ? '1 participant' : `${participants.toLocaleString('en')} participants`}
          </span>
        )
      }
      skeleton={<SkeletonRows rows={10} className="h-11.5 sm:h-9.5" />}
    >
      {({ leaderboard, standing }) =>
        leaderboard.length === 0 ? (
          <EmptyState
            icon="trophy"
            title="Nobody is on the board yet"
            next="The first EVO earned takes the first place."
          />
        ) : (
          <Table entries={leaderboard} own={standing.entry} />
        )
      }
    </Panel>
  );
}

function Table({ entries, own }: { entries: readonly LeaderboardEntry[]; own: LeaderboardEntry }) {
  const isOnPage = entries.some(({ userId }) => userId === own.userId);
  return (
    <table className="mt-1 mb-3 w-full border-separate border-spacing-y-0.5 px-3 text-sm">
      <caption className="sr-only">Users by total EVO</caption>
      <thead>
        <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-1 [&>th]:font-medium [&>th]:whitespace-nowrap">
          <th scope="col" className="w-12">
            Rank
          </th>
          <th scope="col">User</th>
          <th scope="col" className="w-20 max-sm:hidden">
            Level
          </th>
          <th scope="col" className="text-right">
            Total EVO
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} own={entry.userId === own.userId} />
        ))}
      </tbody>
      {!isOnPage && (
        <tbody>
          <tr>
            <td colSpan={4} className="px-2 py-1 text-center leading-3 text-faint">
              <span aria-hidden="true">⋯</span>
              <span className="sr-only">Further down</span>
            </td>
          </tr>
          <Row entry={own} own />
        </tbody>
      )}
    </table>
  );
}

function Row({ entry, own }: { entry: LeaderboardEntry; own: boolean }) {
  return (
    <tr
      {...(own && { 'aria-current': 'true' as const })}
      className={cx(
        '[&>td]:h-11 sm:[&>td]:h-9 [&>td]:px-2 [&>td:first-child]:rounded-l-control [&>td:last-child]:rounded-r-control',
        own && '[&>td]:bg-accent/10',
      )}
    >
      <td>
        <RankBadge position={entry.position} />
      </td>
      <td className="max-w-0 w-full">
        <span className="flex min-w-0 items-center gap-2">
          {own && <Badge tone="accent">You</Badge>}
          <span className="min-w-0">
            <span title={entry.user.username} className={cx('block truncate', own && 'text-muted')}>
              {entry.user.username}
            </span>
            <span className="block text-xs text-faint sm:hidden">Level {entry.user.level}</span>
          </span>
        </span>
      </td>
      <td className="text-muted tabular-nums max-sm:hidden">{entry.user.level}</td>
      <td className="text-right">
        <Money amount={entry.totalEvo} decimals={DECIMALS.leaderboardTotal} unit={false} />
      </td>
    </tr>
  );
}
