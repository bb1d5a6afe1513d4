import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import { STREAK_DAY_REWARD, STREAK_WEEK_REWARD } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Panel } from '../../../components/ui/Panel.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { cx } from '../../../lib/class-names.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { useCheckIn } from '../api/use-check-in.ts';
import { untilMidnight } from '../model/until-midnight.ts';

/** Once a UTC day; the seventh day in a row pays more. */
export function CheckInPanel({ query }: { query: UseQueryResult<Dashboard> }) {
  const { checkIn, isPending } = useCheckIn();
  useNewDay(query.dataUpdatedAt);
  return (
    <Panel
      title="Daily Check-in"
      what="your check-ins"
      query={query}
      className="md:min-h-64"
      aside={({ user: { streak } }) => (
        <span className="flex items-center gap-1 text-[13px] text-muted">
          <Icon name="flame" className={cx('size-4', streak > 0 && 'text-gold')} />
          {streak === 1 ? '1 day' : `${streak} days`}
        </span>
      )}
      skeleton={<Skeleton className="mx-5 my-3 h-28" />}
    >
      {({ user: { streak, checkedInToday } }) => (
        <div className="flex flex-1 flex-col gap-4 px-5 pt-2 pb-5">
          <Week done={daysOfWeek(streak, checkedInToday)} />
          <p className="text-[13px] text-muted">
            +{STREAK_DAY_REWARD} EVO a day, +{STREAK_WEEK_REWARD} EVO on every seventh in a row. A day ends at
            midnight UTC.
          </p>
          <Button
            className="mt-auto self-start"
            variant={checkedInToday ? 'secondary' : 'primary'}
            disabled={checkedInToday}
            pending={isPending}
            onClick={checkIn}
          >
            {checkedInToday ? 'Checked in today' : isPending ? 'Checking in…' : 'Check in'}
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Clocks differ a little; asked too early, the server would still tell of yesterday. */
const AFTER_MIDNIGHT_MS = 2_000;

/** A page that stays open over midnight asks again, so that the new day can be checked in. */
function useNewDay(readAt: number): void {
  useEffect(() => {
    if (readAt === 0) return;
    const timer = setTimeout(() => void refreshAccount(), untilMidnight(Date.now()) + AFTER_MIDNIGHT_MS);
    return () => clearTimeout(timer);
  }, [readAt]);
}

const WEEK = 7;

/** How many of the running seven are done; the seventh stays full until the next day begins a new row. */
function daysOfWeek(streak: number, checkedInToday: boolean): number {
  const done = streak % WEEK;
  return done === 0 && streak > 0 && checkedInToday ? WEEK : done;
}

function Week({ done }: { done: number }) {
  return (
    <ol aria-label={`${done} of ${WEEK} days of this row`} className="flex gap-1.5">
      {Array.from({ length: WEEK }, (_, day) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place in the row.
          key={day}
          className={cx(
            'grid h-9 flex-1 place-items-center rounded-control border font-mono text-xs',
            day < done
              ? 'border-gold/40 bg-gold/15 text-gold'
              : day === WEEK - 1
                ? 'border-gold/40 text-gold'
                : 'border-line text-faint',
          )}
        >
          {day < done ? <Icon name="check" className="size-4" /> : `+${rewardOf(day)}`}
          {day < done && <span className="sr-only">done</span>}
        </li>
      ))}
    </ol>
  );
}

const rewardOf = (day: number): string => (day === WEEK - 1 ? STREAK_WEEK_REWARD : STREAK_DAY_REWARD);
