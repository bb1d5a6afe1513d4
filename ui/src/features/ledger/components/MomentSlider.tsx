import { useId } from 'react';
import { fieldOf, momentAt, momentOfField, SLIDER_STEPS, type Stretch, stepOf } from '../model/moment.ts';

type MomentSliderProps = {
  readonly label: string;
  /** Where the hand is; undefined: at the end. */
  readonly time: number | undefined;
  readonly stretch: Stretch;
  /** Undefined: to the end, whatever is there by then. */
  readonly onMove: (time: number | undefined) => void;
};

/** A moment by hand or by its date. The arrow keys go a thousandth of the ledger's life, the page keys a tenth. */
export function MomentSlider({ label, time, stretch, onMove }: MomentSliderProps) {
  const id = useId();
  const at = time ?? stretch.to;
  const step = time === undefined ? SLIDER_STEPS : stepOf(stretch, time);
  return (
    <div className="grid gap-x-5 gap-y-2 sm:grid-cols-[1fr_auto] sm:items-end">
      <div className="min-w-0">
        <label htmlFor={id} className="mb-1.5 block text-note font-medium">
          {label}
        </label>
        <input
          id={id}
          type="range"
          min={0}
          max={SLIDER_STEPS}
          step={1}
          value={step}
          aria-valuetext={time === undefined ? 'Now' : new Date(at).toLocaleString()}
          onChange={({ target }) => {
            const next = Number(target.value);
            onMove(next >= SLIDER_STEPS ? undefined : momentAt(stretch, next));
          }}
          className="h-10 w-full cursor-pointer pointer-coarse:h-11 accent-accent-solid"
        />
      </div>
      <div className="min-w-0">
        <label htmlFor={`${id}-date`} className="sr-only">
          {label}, date and time
        </label>
        <input
          id={`${id}-date`}
          type="datetime-local"
          step={1}
          value={fieldOf(at)}
          onChange={({ target }) => {
            const next = momentOfField(target.value);
            if (next !== undefined) onMove(next);
          }}
          className="h-10 w-full pointer-coarse:h-11 rounded-control border border-control bg-field px-2 text-base hover:border-muted sm:w-60 sm:px-3 sm:text-sm"
        />
      </div>
    </div>
  );
}
