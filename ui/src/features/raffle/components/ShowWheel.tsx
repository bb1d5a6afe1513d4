import { cx } from '../../../lib/class-names.ts';

type ShowWheelProps = {
  /** Fewer than there is room for while they have not come, or where there are no more. */
  readonly names: readonly string[];
  /** How many have room. */
  readonly size: number;
};

/** Names of those who took part, the one in the middle under the light. */
export function ShowWheel({ names, size }: ShowWheelProps) {
  const rows = names.length > 0 ? names : new Array<string>(size).fill('···');
  const middle = Math.floor(rows.length / 2);
  return (
    <ol aria-hidden="true" data-wheel className="grid grid-cols-1 content-center gap-2 text-center">
      {rows.map((name, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the wheel, whoever stands there.
          key={index}
          className={cx(
            'truncate rounded-card border px-6 py-2.5 sm:py-3',
            index === middle
              ? 'border-accent/60 bg-accent/10 text-xl font-semibold text-accent sm:text-2xl'
              : 'border-line/60 text-muted sm:text-lg',
            Math.abs(index - middle) > 1 && 'opacity-60',
          )}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
