import { useId, useState } from 'react';
import type { Dashboard } from '../../../../../contracts/api/dashboard.ts';
import type { ClaimReceipt } from '../../../../../contracts/api/rewards.ts';
import { claimTexts } from '../../../../../contracts/claim-messages.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { displayEvo, parseSum } from '../../../../../contracts/money.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { ExplainedMoney } from '../../../components/ui/ExplainedMoney.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { cx } from '../../../lib/class-names.ts';
import type { Quest } from '../../../lib/dashboard/quests.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import type { Claim } from '../api/use-claim-rewards.ts';
import { hindranceOf } from '../model/hindrance.ts';
import { Claimed } from './Claimed.tsx';
import { ClaimHindrance } from './ClaimHindrance.tsx';
import { actsClass, HeroFigure } from './HeroFigure.tsx';
import { NextQuest } from './NextQuest.tsx';
import { RewardTracker, RewardTrackerSkeleton } from './RewardTracker.tsx';

const ReceiptDialog = lazyPart(
  () => import('./ReceiptDialog.tsx'),
  ({ ReceiptDialog }) => ReceiptDialog,
);

type ClaimPanelProps = Pick<Dashboard, 'user' | 'claimRules' | 'weekRewards'> & {
  readonly claim: Claim;
  /** What to do once nothing is left to claim; undefined before it is known, null when all is done. */
  readonly next: Quest | null | undefined;
};

/** The page's hero: what can be claimed and the one button that claims it, over the exact figures behind it. */
export function ClaimPanel(props: ClaimPanelProps) {
  const { user, claim } = props;
  const pending = parseSum(user.pendingRewards);
  // Whoever reads it goes on to, whatever comes meanwhile.
  const [viewed, setViewed] = useState<ClaimReceipt>();
  // A receipt is never hidden by what stands in the way of the next claim.
  const claimed = pending === 0n && !claim.error ? claim.receipt : undefined;
  return (
    <section aria-labelledby="claim-title" className={cx(panelClass, 'claim-edge', claimed && 'claim-done')}>
      {claimed ? (
        <Claimed
          key={claimed.claimId}
          receipt={claimed}
          next={props.next}
          onView={() => setViewed(claimed)}
        />
      ) : (
        <ReadyToClaim {...props} pending={pending} />
      )}
      <p role="status" className="sr-only">
        {`${user.pendingRewards} EVO ready to claim`}
      </p>
      <RewardTracker user={user} weekRewards={props.weekRewards} />
      {viewed && (
        <DialogBoundary what="the receipt" onClose={() => setViewed(undefined)}>
          <ReceiptDialog receipt={viewed} user={user} onClose={() => setViewed(undefined)} />
        </DialogBoundary>
      )}
    </section>
  );
}

const panelClass = 'flex min-w-0 flex-col justify-between gap-5 rounded-card p-5 lg:p-6';

type ReadyProps = ClaimPanelProps & { readonly pending: bigint };

function ReadyToClaim({ user, claimRules, claim, next, pending }: ReadyProps) {
  const hindranceId = useId();
  const hindrance = pending > 0n ? hindranceOf(claimRules) : undefined;
  const isFirst = pending > 0n && parseSum(user.claimedRewards) === 0n;
  return (
    <>
      <HeroFigure title="Ready to claim" mark={isFirst && <FirstStep />} shown={pending}>
        <ExplainedMoney
          figure="pendingRewards"
          amount={user.pendingRewards}
          decimals={DECIMALS.claimButton}
          tone="gold"
          hero
        />
      </HeroFigure>
      <div className={actsClass}>
        {pending > 0n && (
          <Button
            variant="primary"
            size="lg"
            pending={claim.isPending}
            busyText="Claiming…"
            disabled={hindrance !== undefined}
            {...(hindrance && { 'aria-describedby': hindranceId })}
            onClick={claim.claim}
            // As high as it takes, where a phone has no room for all digits in one line.
            className="h-auto! min-h-12 py-2 whitespace-normal! [overflow-wrap:anywhere] max-sm:w-full"
          >
            {`Claim ${displayEvo(pending, DECIMALS.claimButton)} EVO`}
          </Button>
        )}
        {hindrance ? (
          <ClaimHindrance id={hindranceId} hindrance={hindrance} />
        ) : claim.error ? (
          <p role="alert" className="flex flex-1 basis-60 gap-2 text-note text-danger">
            <Icon name="alert" className="size-4.5" />
            {errorText(claim.error)}
          </p>
        ) : pending > 0n ? (
          <p className="text-note text-muted">Recorded in the ledger the moment you claim.</p>
        ) : (
          <>
            <NextQuest quest={next} />
            <p className="max-w-sm flex-1 basis-48 text-note text-muted">
              {claimRules.welcomeWaits ? claimTexts.welcomeWaits : ALL_CLAIMED}
            </p>
          </>
        )}
      </div>
    </>
  );
}

const ALL_CLAIMED = 'All claimed. New rewards appear here as soon as they are granted.';

const FirstStep = () => (
  <span className="rounded-full border border-gold/25 bg-gold/10 px-2 py-0.5 text-xs font-medium text-gold">
    Your first step
  </span>
);

export function ClaimPanelSkeleton() {
  return (
    <div className={cx(panelClass, 'border border-line bg-surface-1')}>
      <div>
        <Skeleton className="h-6 w-32" />
        <Skeleton className="mt-1 h-11 w-64 max-w-full sm:h-15" />
      </div>
      <div className={actsClass}>
        <Skeleton className="h-12 w-48 max-sm:w-full" />
        <Skeleton className="h-5 w-64 max-w-full" />
      </div>
      <RewardTrackerSkeleton />
    </div>
  );
}
