import { limitText } from '../../../../contracts/admin-messages.ts';
import { Meter } from './Meter.tsx';

type RowProgressProps = {
  readonly label: string;
  readonly value: number;
  readonly of: number;
  /** How far it is, in words. */
  readonly text: string;
  /** What stands before it: that it goes on, or was stopped. */
  readonly state?: string;
  /** Until when it waits for a limit; undefined while it goes on. */
  readonly waitsUntil: Date | undefined;
};

/** How far a row of calls is, and why it stands still; the room for that is there before. */
export function RowProgress({ label, value, of, text, state = '', waitsUntil }: RowProgressProps) {
  return (
    <div className="mt-4 grid gap-2 text-note text-muted">
      <p role="status" className="tabular-nums">
        {state}
        {text}
      </p>
      <Meter label={label} value={value} of={of} text={text} />
      <p role="status" className="min-h-5 max-sm:min-h-10">
        {waitsUntil && limitText(waitsUntil.toLocaleTimeString())}
      </p>
    </div>
  );
}
