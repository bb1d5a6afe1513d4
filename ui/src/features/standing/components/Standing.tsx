import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import {
  displayEvo,
  formatEvo,
  MAX_LEVEL,
  parseSum,
  tasksCompleted,
} from '../../../../../contracts/money.ts';
import { Card } from '../../../components/ui/Card.tsx';
import { emsOf, Fitted } from '../../../components/ui/Fitted.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Progress } from '../../../components/ui/Progress.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { Stat } from '../../../components/ui/Stat.tsx';
import { BARS, LEVEL_SIZE, levelBars } from '../model/level-bars.ts';

type StandingProps = Pick<Dashboard, 'user' | 'standing'>;

/** How far a person has come: the level with what the next one asks for, and the place among all. */
export function Standing({ user, standing }: StandingProps) {
  return (
    <Card aria-label="Your standing" className="flex min-w-0 flex-col justify-between gap-5 p-5 lg:p-6">
      <Level user={user} />
      <div className="grid grid-cols-2 gap-4 border-t border-line pt-4 magnified:grid-cols-1">
        <Stat
          title="Global Rank"
          icon="trophy"
          value={<Figure>{user.rank === null ? '—' : `#${user.rank.toLocaleString('en')}`}</Figure>}
          subtitle={user.rank === null ? 'being computed' : among(standing.participants)}
        />
        <Stat
          title="Tasks Completed"
          icon="check"
          value={<Figure>{tasksCompleted(parseSum(user.totalRewards)).toLocaleString('en')}</Figure>}
          subtitle="one for every 10 EVO earned"
        />
      </div>
    </Card>
  );
}

const among = (participants: number): string =>
  participants === 1 ? 'of 1 participant' : `of ${participants.toLocaleString('en')} participants`;

function Figure({ children }: { children: string }) {
  return (
    <Fitted
      ems={emsOf(children.length)}
      className="font-mono font-semibold tracking-[-0.02em] tabular-nums [--most:1.25rem]"
    >
      {children}
    </Fitted>
  );
}

function Level({ user: { level, totalRewards } }: Pick<StandingProps, 'user'>) {
  const { full, next, toNext } = levelBars(level, parseSum(totalRewards));
  const toGo = formatEvo(toNext);
  const shown = level.toLocaleString('en');
  const isHighest = level === MAX_LEVEL;
  return (
    <div>
      <div className="flex items-end justify-between gap-3 magnified:flex-col magnified:items-stretch">
        <div className="min-w-0 flex-1">
          <h2 className="text-note text-muted">Level</h2>
          <Fitted
            ems={emsOf(shown.length, { tracking: -0.045 })}
            className="mt-1 font-mono leading-none font-semibold tracking-[-0.045em] tabular-nums [--most:3rem]"
          >
            {shown}
          </Fitted>
        </div>
        <p className="shrink-0 text-right text-note text-muted">
          {isHighest ? (
            'The highest level'
          ) : (
            <>
              <span className="block">Next level {(level + 1).toLocaleString('en')}</span>
              <Money amount={toGo} decimals={2} breaks /> to go
            </>
          )}
        </p>
      </div>
      <div className="mt-3">
        <Progress label="Level progress" value={full} of={BARS} next={isHighest ? 0 : next} />
      </div>
      <p className="mt-2 text-xs text-faint">
        Each bar is a level: {displayEvo(LEVEL_SIZE, 0)} EVO. Ten bars are{' '}
        {displayEvo(LEVEL_SIZE * BigInt(BARS), 0)} EVO.
      </p>
    </div>
  );
}

export function StandingSkeleton() {
  return (
    <div className="card flex flex-col justify-between gap-5 p-5 lg:p-6">
      <div>
        <Skeleton className="h-18 w-full" />
        <Skeleton className="mt-3 h-2" />
        <Skeleton className="mt-2 h-4 w-3/4" />
      </div>
      <div className="grid grid-cols-2 gap-4 border-t border-line pt-4 magnified:grid-cols-1">
        <Skeleton className="h-19" />
        <Skeleton className="h-19" />
      </div>
    </div>
  );
}
