import type { User } from '../../../../../contracts/api/user.ts';
import { formatEvo, MAX_LEVEL, ONE_EVO, parseSum } from '../../../../../contracts/money.ts';
import { Card } from '../../../components/ui/Card.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Progress } from '../../../components/ui/Progress.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';

const LEVEL_SIZE = 100n * ONE_EVO;
const BAR_SEGMENTS = 10;

export function LevelCard({ user }: { user: User }) {
  const toNext = LEVEL_SIZE - (parseSum(user.totalRewards) % LEVEL_SIZE);
  return (
    <Card
      aria-labelledby="level-title"
      className="flex flex-col justify-between gap-6 p-6 lg:min-h-59 lg:p-8"
    >
      <div>
        <h2 id="level-title" className="text-[15px] font-medium text-muted">
          Level
        </h2>
        <p className="mt-2 font-mono text-[44px] leading-none font-semibold break-all tracking-[-0.045em] tabular-nums sm:text-6xl">
          {user.level}
        </p>
      </div>
      <div>
        <Progress label="Level progress" value={user.level % BAR_SEGMENTS} of={BAR_SEGMENTS} />
        {user.level === MAX_LEVEL ? (
          <p className="mt-3 text-[13px] text-muted">The highest level</p>
        ) : (
          <p className="mt-3 flex flex-wrap justify-between gap-x-3 text-[13px] text-muted">
            <span>Next level {user.level + 1}</span>
            <span>
              <Money amount={formatEvo(toNext)} decimals={2} breaks /> to go
            </span>
          </p>
        )}
      </div>
    </Card>
  );
}

export function LevelCardSkeleton() {
  return (
    <div className="card flex flex-col justify-between gap-6 p-6 lg:min-h-59 lg:p-8">
      <div>
        <Skeleton className="h-5 w-16" />
        <Skeleton className="mt-3 h-13 w-20" />
      </div>
      <Skeleton className="h-10" />
    </div>
  );
}
