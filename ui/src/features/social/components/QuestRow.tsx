import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Badge } from '../../../components/ui/Badge.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { questShown } from '../../../lib/dashboard/asked-quest.ts';

/** Where a row stands in the list. */
export type QuestPlace = {
  /** The one to do now. */
  readonly isNext: boolean;
  /** A person wants to be led here. */
  readonly isAsked: boolean;
};

type QuestRowProps = {
  readonly icon: IconName;
  readonly title: string;
  /** `0` where it was paid before. */
  readonly reward: string;
  readonly place: QuestPlace;
  readonly isDone: boolean;
  /** What there is to know beside the title. */
  readonly note?: ReactNode;
  /** The one thing to press, or the state where there is none. */
  readonly act: ReactNode;
  /** What opened below. */
  readonly children?: ReactNode;
};

/** One way to earn: what it is, what it pays, how it stands, and one button. */
export function QuestRow({ icon, title, reward, place, isDone, note, act, children }: QuestRowProps) {
  const titleId = useId();
  const pays = reward !== '0';
  const row = useRef<HTMLLIElement>(null);
  const wasDone = useRef(isDone);
  // The button that was pressed is gone: whoever works by keyboard goes on from here.
  useEffect(() => {
    if (isDone && !wasDone.current && document.activeElement === document.body) row.current?.focus();
    wasDone.current = isDone;
  }, [isDone]);
  useEffect(() => {
    if (!place.isAsked || !row.current) return;
    row.current.scrollIntoView({ block: 'center' });
    const control = row.current.querySelector<HTMLElement>(CONTROL) ?? row.current;
    control.focus({ preventScroll: true });
    questShown();
  }, [place.isAsked]);
  return (
    <li
      ref={row}
      tabIndex={-1}
      aria-labelledby={titleId}
      className={cx(
        'relative border-b border-line/60 px-5 last:border-0',
        place.isNext && 'border-l-2 border-l-accent-solid bg-accent/5 pl-4.5',
      )}
    >
      {/* Over the row's edge: which row is next changes, and takes no room. */}
      {place.isNext && (
        <span className="absolute -top-2.5 left-16 rounded-full bg-accent-solid px-2 text-[0.6875rem] leading-5 font-medium text-on-accent">
          Next
        </span>
      )}
      <div className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 py-2">
        <span
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-full',
            isDone
              ? 'animate-pop bg-success/15 text-success'
              : place.isNext
                ? 'bg-accent-solid text-on-accent'
                : 'bg-surface-2 text-muted',
          )}
        >
          <Icon name={isDone ? 'check' : icon} className="size-4" />
        </span>
        <div className="min-w-0 flex-1 basis-36">
          <p id={titleId} className={cx('text-sm [overflow-wrap:anywhere]', isDone && 'text-muted')}>
            {title}
          </p>
          {note && <div className="text-xs [overflow-wrap:anywhere] text-muted">{note}</div>}
          {pays && (
            <Money amount={reward} decimals={0} sign="+" tone="gold" className="text-note sm:hidden" />
          )}
        </div>
        {pays && (
          <Money
            amount={reward}
            decimals={0}
            sign="+"
            tone="gold"
            className="text-right text-note max-sm:hidden"
          />
        )}
        <div className="ml-auto flex min-h-8 items-center justify-end gap-2 sm:w-44">{act}</div>
      </div>
      {children && <div className="grid animate-fade gap-3 pb-4 sm:pl-11">{children}</div>}
    </li>
  );
}

const CONTROL = 'input:enabled, form button:enabled, a[href], button:enabled';

export function DoneBadge({ children }: { children: ReactNode }) {
  return (
    <Badge tone="success">
      <Icon name="check" className="size-3.5" /> {children}
    </Badge>
  );
}
