import type { Dashboard, LeaderboardEntry } from '../../../../../contracts/api/dashboard.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { eachOnce } from '../../../lib/api/each-once.ts';
import { cx } from '../../../lib/class-names.ts';
import { RankBadge } from './RankBadge.tsx';

type LeaderboardTableProps = {
  readonly entries: readonly LeaderboardEntry[];
  readonly standing: Dashboard['standing'];
  /** Rows that are known and not shown: somebody among them may share a place with one that is. */
  readonly others?: readonly LeaderboardEntry[];
};

/** The given rows, and below them the own one with its neighbours where it is not among them. */
export function LeaderboardTable({ entries, standing, others = [] }: LeaderboardTableProps) {
  const { entry: own, above, below } = standing;
  const listed = new Set(entries.map(({ userId }) => userId));
  const near = listed.has(own.userId)
    ? []
    : [...above, own, ...below].filter(({ userId }) => !listed.has(userId));
  const known = eachOnce([...entries, ...others, ...above, own, ...below], ({ userId }) => userId);
  const positions = known.map(({ position }) => position);
  const isShared = ({ position }: LeaderboardEntry): boolean =>
    positions.indexOf(position) !== positions.lastIndexOf(position);
  const row = (entry: LeaderboardEntry) => (
    <Row key={entry.id} entry={entry} isOwn={entry.userId === own.userId} isShared={isShared(entry)} />
  );
  return (
    <div className="@container">
      <table className="mt-1 mb-2 w-full border-separate border-spacing-y-0.5 px-3 text-sm">
        <caption className="sr-only">Users by total EVO</caption>
        <thead>
          <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-1 [&>th]:font-medium [&>th]:whitespace-nowrap">
            <th scope="col" className="w-12">
              Rank
            </th>
            <th scope="col">User</th>
            <th scope="col" className="w-20 @max-md:hidden">
              Level
            </th>
            <th scope="col" className="text-right">
              Total EVO
            </th>
          </tr>
        </thead>
        <tbody>{entries.map(row)}</tbody>
        {near.length > 0 && (
          <tbody>
            <tr>
              <td colSpan={4} className="px-2 py-1 text-center leading-3 text-faint">
                <span aria-hidden="true">⋯</span>
                <span className="sr-only">Further down</span>
              </td>
            </tr>
            {near.map(row)}
          </tbody>
        )}
      </table>
    </div>
  );
}

type RowProps = { readonly entry: LeaderboardEntry; readonly isOwn: boolean; readonly isShared: boolean };

function Row({ entry, isOwn, isShared }: RowProps) {
  const level = entry.user.level.toLocaleString('en');
  return (
    <tr
      {...(isOwn && { 'aria-current': 'true' as const })}
      className={cx(
        '[&>td]:h-9 [&>td]:px-2 [&>td:first-child]:rounded-l-control [&>td:last-child]:rounded-r-control',
        isOwn && '[&>td]:bg-accent/10',
      )}
    >
      <td title={isShared ? 'A shared place' : undefined}>
        <RankBadge position={entry.position} />
        {isShared && <span className="sr-only">shared</span>}
      </td>
      <td className="max-w-0 w-full">
        <span className="flex min-w-0 items-center gap-2">
          {isOwn && <Badge tone="accent">You</Badge>}
          <span className="min-w-0">
            <span
              title={entry.user.username}
              className={cx('block truncate leading-5', isOwn && 'text-muted')}
            >
              {entry.user.username}
            </span>
            <span className="block text-[0.6875rem] leading-3.5 text-faint @md:hidden">Level {level}</span>
          </span>
        </span>
      </td>
      <td className="text-muted tabular-nums @max-md:hidden">{level}</td>
      <td className="min-w-24 text-right">
        <Money amount={entry.totalEvo} decimals={DECIMALS.leaderboardTotal} unit={false} breaks />
      </td>
    </tr>
  );
}
