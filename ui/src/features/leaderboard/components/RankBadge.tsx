import { cx } from '../../../lib/class-names.ts';

const medals: Readonly<Record<number, string>> = {
  1: 'border-medal-1/50 bg-medal-1-fill text-medal-1',
  2: 'border-medal-2/50 bg-medal-2-fill text-medal-2',
  3: 'border-medal-3/50 bg-medal-3-fill text-medal-3',
};

/** A place on the leaderboard; gold, silver and bronze for the first three. */
export function RankBadge({ position }: { position: number }) {
  return (
    <span
      className={cx(
        'inline-grid h-7 min-w-7 place-items-center rounded-full border px-1.5 font-mono text-xs font-semibold tabular-nums',
        medals[position] ?? 'border-transparent text-muted',
      )}
    >
      {position.toLocaleString('en')}
    </span>
  );
}
