import { useEffect } from 'react';
import type { User } from '../../../../../contracts/api/user.ts';
import { STREAK_DAY_REWARD, STREAK_WEEK_REWARD } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { cx } from '../../../lib/class-names.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { lookForNewDay } from '../../../lib/new-day/new-day.ts';
import { useKeptPlace } from '../../../lib/use-kept-place.ts';
import { useCheckIn } from '../api/use-check-in.ts';

type CheckInProps = {
  readonly user: Pick<User, 'streak' | 'checkedInToday'>;
  /** When the user was read, in milliseconds. */
  readonly readAt: number;
};

/** Once a UTC day; the seventh day in a row pays more. */
export function CheckIn({ user: { streak, checkedInToday }, readAt }: CheckInProps) {
  const { checkIn, isPending } = useCheckIn();
  const place = useKeptPlace<HTMLElement>(checkedInToday);
  useNewDay(readAt, checkedInToday);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby="check-in-title"
      className="flex flex-wrap items-center gap-x-5 gap-y-3 rounded-control border border-line bg-surface-2/50 px-4 py-3"
    >
      <div className="min-w-0 flex-1 basis-40">
        <div className="flex flex-wrap items-center gap-x-3">
          <h3 id="check-in-title" className="text-sm font-medium">
            Daily Check-in
          </h3>
          <span className="flex items-center gap-1 text-note text-muted">
            <Icon name="flame" className={cx('size-4', streak > 0 && 'text-gold')} />
            {streak === 1 ? '1 day' : `${streak} days`}
          </span>
        </div>
        <p className="text-xs text-muted">
          +{STREAK_DAY_REWARD} EVO a day, +{STREAK_WEEK_REWARD} EVO on every seventh in a row. A day ends at
          midnight UTC.
        </p>
      </div>
      <Week done={daysOfWeek(streak, checkedInToday)} />
      <Button
        size="sm"
        className="max-sm:w-full sm:min-w-36"
        disabled={checkedInToday}
        pending={isPending}
        busyText="Checking in…"
        onClick={checkIn}
      >
        {checkedInToday ? 'Checked in today' : 'Check in'}
      </Button>
    </section>
  );
}

/** A page that stays open over midnight asks again, so that the new day can be checked in; also where a machine slept. */
function useNewDay(readAt: number, isDone: boolean): void {
  useEffect(() => {
    if (readAt === 0) return;
    return lookForNewDay(isDone, () => void refreshAccount());
  }, [readAt, isDone]);
}

const WEEK = 7;

/** How many of the running seven are done; the seventh stays full until the next day begins a new row. */
function daysOfWeek(streak: number, checkedInToday: boolean): number {
  const done = streak % WEEK;
  return done === 0 && streak > 0 && checkedInToday ? WEEK : done;
}

function Week({ done }: { done: number }) {
  return (
    <ol aria-label={`${done} of ${WEEK} days of this row`} className="flex gap-1">
      {Array.from({ length: WEEK }, (_, day) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the row.
          key={day}
          className={cx(
            'grid size-7 place-items-center rounded-full border font-mono text-[0.6875rem]',
            day < done
              ? 'border-gold/40 bg-gold/15 text-gold'
              : day === WEEK - 1
                ? 'border-gold/40 text-gold'
                : 'border-line text-muted',
          )}
        >
          {day < done ? <Icon name="check" className="size-3.5" /> : `+${rewardOf(day)}`}
          {day < done && <span className="sr-only">done</span>}
        </li>
      ))}
    </ol>
  );
}

const rewardOf = (day: number): string => (day === WEEK - 1 ? STREAK_WEEK_REWARD : STREAK_DAY_REWARD);
