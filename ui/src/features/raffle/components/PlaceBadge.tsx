import { cx } from '../../../lib/class-names.ts';
import { placeLabel } from '../model/place.ts';

const medals: Readonly<Record<number, string>> = {
  1: 'border-medal-1/50 bg-medal-1-fill text-medal-1',
  2: 'border-medal-2/50 bg-medal-2-fill text-medal-2',
  3: 'border-medal-3/50 bg-medal-3-fill text-medal-3',
};

/** A place of a raffle; gold, silver and bronze for the first three. */
export function PlaceBadge({ place }: { place: number }) {
  return (
    <span
      className={cx(
        'inline-grid h-8 min-w-12 place-items-center rounded-full border px-2 font-mono text-xs font-semibold tabular-nums',
        medals[place] ?? 'border-line bg-surface-2 text-muted',
      )}
    >
      {placeLabel(place)}
    </span>
  );
}
