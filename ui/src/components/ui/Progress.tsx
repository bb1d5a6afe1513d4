import { cx } from '../../lib/class-names.ts';

type ProgressProps = {
  readonly label: string;
  readonly value: number;
  readonly of: number;
  /** How far the segment after those is filled, 0 to 1. */
  readonly next?: number;
};

/** A bar of `of` equal segments with the first `value` filled, and the one after them as far as it is. */
export function Progress({ label, value, of, next = 0 }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={value}
      aria-valuetext={`${value} of ${of}`}
      className="flex gap-1"
    >
      {Array.from({ length: of }, (_, segment) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: a segment is its place in the bar.
          key={segment}
          className={cx(
            'h-2 flex-1 overflow-hidden rounded-full transition-colors duration-200',
            segment < value ? 'bg-accent-solid' : 'bg-surface-2 ring-1 ring-line ring-inset',
          )}
        >
          {segment === value && next > 0 && (
            <span className="block h-full bg-accent-solid/60" style={{ width: `${next * 100}%` }} />
          )}
        </span>
      ))}
    </div>
  );
}
