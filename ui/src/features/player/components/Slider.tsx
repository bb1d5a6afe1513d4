import type { KeyboardEvent } from 'react';
import { cx } from '../../../lib/class-names.ts';

type SliderProps = {
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** Of the scale on which a pointer sets it. */
  readonly step: number;
  /** What a screen reader says of the value. */
  readonly valueText: string;
  readonly onChange: (value: number) => void;
  /** An arrow key up or down. */
  readonly onStep: (direction: 1 | -1) => void;
  readonly onSpace: () => void;
  readonly disabled?: boolean;
  readonly className?: string;
};

/**
 * The browser's own slider, unseen, over one that is drawn: the browser moves its knob to the nearest step, and what is
 * drawn shows the value as it is. People who choose their colours see the browser's.
 */
export function Slider({
  label,
  value,
  max,
  step,
  valueText,
  onChange,
  onStep,
  onSpace,
  disabled,
  className,
}: SliderProps) {
  const share = max > 0 ? Math.min(value / max, 1) : 0;
  // The middle of a knob 12 px wide runs from 6 px to 6 px before the end.
  const place = `calc(6px + ${share} * (100% - 12px))`;

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const direction = DIRECTIONS[event.key];
    if (direction !== undefined) onStep(direction);
    else if (event.key === 'Home') onChange(0);
    else if (event.key === 'End') onChange(max);
    else if (event.key === ' ') onSpace();
    else return;
    event.preventDefault();
  }

  return (
    <span className={cx('relative flex h-6 items-center', className)}>
      <input
        type="range"
        min={0}
        max={max}
        step={step}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        onKeyDown={onKeyDown}
        className="peer absolute inset-0 z-1 m-0 size-full cursor-pointer opacity-0 disabled:cursor-default forced-colors:opacity-100"
      />
      <span
        aria-hidden="true"
        className="h-1 w-full overflow-hidden rounded-full bg-control/45 peer-disabled:opacity-60 forced-colors:hidden"
      >
        <span className="block h-full bg-accent" style={{ width: place }} />
      </span>
      <span
        aria-hidden="true"
        style={{ left: place }}
        className="absolute size-3 -translate-x-1/2 rounded-full bg-text outline-offset-2 outline-accent peer-focus-visible:outline-2 peer-disabled:hidden forced-colors:hidden"
      />
    </span>
  );
}

const DIRECTIONS: Readonly<Record<string, 1 | -1>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
};
