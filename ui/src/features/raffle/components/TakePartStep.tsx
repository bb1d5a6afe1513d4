import type { ReactNode } from 'react';
import { nextDrawTexts } from '../../../../../contracts/raffle-page-messages.ts';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';

type StepProps = {
  readonly number: number;
  readonly text: readonly [title: string, more: string];
  readonly isDone: boolean;
  readonly children?: ReactNode;
};

/** One step of the way into a draw. */
export function TakePartStep({ number, text: [title, more], isDone, children }: StepProps) {
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1">
      <span
        className={cx(
          'grid size-7 shrink-0 place-items-center rounded-full border text-xs font-semibold',
          isDone ? 'border-success/40 bg-success/10 text-success' : 'border-control text-muted',
        )}
      >
        {isDone ? <Icon name="check" className="size-4" /> : number}
        {isDone && <span className="sr-only">{nextDrawTexts.done}</span>}
      </span>
      <span className="min-w-0 flex-1 basis-44 text-sm">
        <span className="block font-medium">{title}</span>
        <span className="block text-note text-muted">{more}</span>
      </span>
      {children}
    </li>
  );
}
