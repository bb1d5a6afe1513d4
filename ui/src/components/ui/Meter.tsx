type MeterProps = {
  readonly label: string;
  readonly value: number;
  readonly of: number;
  /** The value in words: "12 of 30 referrals". */
  readonly text: string;
};

/** A continuous bar, for steps too many to draw one by one. */
export function Meter({ label, value, of, text }: MeterProps) {
  const share = of === 0 ? 1 : Math.min(1, value / of);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={value}
      aria-valuetext={text}
      className="h-2 overflow-hidden rounded-full bg-surface-2 ring-1 ring-line ring-inset"
    >
      <div className="h-full rounded-full bg-accent-solid" style={{ width: `${share * 100}%` }} />
    </div>
  );
}
