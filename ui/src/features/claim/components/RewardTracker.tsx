import type { ClaimRules } from '../../../../../contracts/api/dashboard.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { parseSum } from '../../../../../contracts/money.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Card } from '../../../components/ui/Card.tsx';
import { ExplainedMoney } from '../../../components/ui/ExplainedMoney.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import type { Claim } from '../api/use-claim-rewards.ts';
import { hindranceOf } from '../model/hindrance.ts';

type RewardTrackerProps = { readonly user: User; readonly rules: ClaimRules; readonly claim: Claim };

/** One line with the exact figures behind the claim. */
export function RewardTracker({ user, rules, claim }: RewardTrackerProps) {
  const nothing = parseSum(user.pendingRewards) === 0n;
  const isBarred = hindranceOf(rules) !== undefined;
  return (
    <Card
      aria-labelledby="tracker-title"
      className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-5"
    >
      <h2 id="tracker-title" className="text-[15px] font-semibold tracking-[-0.01em]">
        Reward Tracker
      </h2>
      <dl className="order-last grid basis-full gap-x-10 gap-y-2 text-[13px] whitespace-nowrap md:grid-cols-2 lg:order-none lg:ml-auto lg:flex lg:basis-auto">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-muted">Claimed</dt>
          <dd data-figure="claimed" className="ml-auto">
            <ExplainedMoney
              figure="claimedRewards"
              amount={user.claimedRewards}
              decimals={DECIMALS.trackerLine}
            />
          </dd>
        </div>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <dt className="text-muted">Unclaimed rewards</dt>
          <dd data-figure="unclaimed" className="ml-auto">
            <ExplainedMoney
              figure="pendingRewards"
              amount={user.pendingRewards}
              decimals={DECIMALS.trackerLine}
            />
          </dd>
        </div>
      </dl>
      <Button size="sm" disabled={nothing || isBarred} pending={claim.isPending} onClick={claim.claim}>
        Claim
      </Button>
    </Card>
  );
}

export function RewardTrackerSkeleton() {
  return (
    <div className="card p-5">
      <Skeleton className="h-8" />
    </div>
  );
}
