import { useEffect, useId, useRef, useState } from 'react';
import type { ClaimRules } from '../../../../../contracts/api/dashboard.ts';
import type { ClaimReceipt } from '../../../../../contracts/api/rewards.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { claimTexts } from '../../../../../contracts/messages.ts';
import { displayEvo, parseSum } from '../../../../../contracts/money.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { DialogBoundary } from '../../../components/ui/DialogBoundary.tsx';
import { ExplainedMoney } from '../../../components/ui/ExplainedMoney.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { errorText } from '../../../lib/api/api-error.ts';
import { cx } from '../../../lib/class-names.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import type { Claim } from '../api/use-claim-rewards.ts';
import { hindranceOf } from '../model/hindrance.ts';
import { ClaimHindrance } from './ClaimHindrance.tsx';

const ReceiptDialog = lazyPart(
  () => import('./ReceiptDialog.tsx'),
  ({ ReceiptDialog }) => ReceiptDialog,
);

type ClaimPanelProps = { readonly user: User; readonly rules: ClaimRules; readonly claim: Claim };

/** The page's hero: what can be claimed, and the button that claims it. */
export function ClaimPanel({ user, rules, claim }: ClaimPanelProps) {
  const pending = parseSum(user.pendingRewards);
  const hindranceId = useId();
  // A receipt is never hidden by what stands in the way of the next claim.
  const hindrance = pending > 0n ? hindranceOf(rules) : undefined;
  return (
    <section
      aria-labelledby="claim-title"
      className="claim-edge flex min-h-59 min-w-0 flex-col justify-between gap-6 rounded-card p-6 lg:p-8"
    >
      <div>
        <h2 id="claim-title" className="text-[15px] font-medium text-muted">
          Ready to claim
        </h2>
        <p className={cx('mt-2 leading-none font-semibold tracking-[-0.045em]', heroSize(pending))}>
          <ExplainedMoney
            figure="pendingRewards"
            amount={user.pendingRewards}
            decimals={DECIMALS.claimButton}
            tone="gold"
            hero
          />
        </p>
        <p role="status" className="sr-only">
          {`${user.pendingRewards} EVO ready to claim`}
        </p>
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-x-5 gap-y-3">
        {pending > 0n && (
          <Button
            variant="primary"
            size="lg"
            pending={claim.isPending}
            disabled={hindrance !== undefined}
            {...(hindrance && { 'aria-describedby': hindranceId })}
            onClick={claim.claim}
            className="max-sm:w-full"
          >
            {claim.isPending ? 'Claiming…' : `Claim ${displayEvo(pending, DECIMALS.claimButton)} EVO`}
          </Button>
        )}
        {hindrance ? (
          <ClaimHindrance id={hindranceId} hindrance={hindrance} />
        ) : (
          <Outcome claim={claim} user={user} rules={rules} nothingLeft={pending === 0n} />
        )}
      </div>
    </section>
  );
}

/** Millions of EVO still fit a phone. */
function heroSize(pending: bigint): string {
  const isLong = displayEvo(pending, DECIMALS.claimButton).length > LONG;
  return isLong ? 'text-[28px] sm:text-5xl' : 'text-[44px] sm:text-6xl';
}

const LONG = 9;

type OutcomeProps = ClaimPanelProps & { readonly nothingLeft: boolean };

function Outcome({ claim, user, rules, nothingLeft }: OutcomeProps) {
  if (claim.error) {
    return (
      <p role="alert" className="flex flex-1 basis-60 gap-2 text-[13px] text-danger">
        <Icon name="alert" className="size-4.5" />
        {errorText(claim.error)}
      </p>
    );
  }
  if (claim.receipt && nothingLeft) {
    return <Receipt key={claim.receipt.claimId} receipt={claim.receipt} user={user} />;
  }
  if (nothingLeft && rules.welcomeWaits)
    return <p className="max-w-md text-[13px] text-muted">{claimTexts.welcomeWaits}</p>;
  if (!nothingLeft)
    return <p className="text-[13px] text-muted">Recorded in the ledger the moment you claim.</p>;
  return (
    <p className="max-w-md text-[13px] text-muted">
      All claimed. New rewards appear here as soon as they are granted.
    </p>
  );
}

/** Takes the focus that the claim button had: the button is gone once nothing is left to claim. */
function Receipt({ receipt, user }: { receipt: ClaimReceipt; user: User }) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className="flex items-center gap-2">
        <Icon name="check" className="text-success" />
        <span>
          Claimed{' '}
          <Money
            amount={receipt.amount}
            decimals={DECIMALS.claimButton}
            tone="gold"
            className="font-medium"
          />
          . It is in the ledger.
        </span>
      </p>
      <Button size="sm" onClick={() => setOpen(true)}>
        View receipt
      </Button>
      {isOpen && (
        <DialogBoundary what="the receipt" onClose={() => setOpen(false)}>
          <ReceiptDialog receipt={receipt} user={user} onClose={() => setOpen(false)} />
        </DialogBoundary>
      )}
    </div>
  );
}

export function ClaimPanelSkeleton() {
  return (
    <div className="card flex min-h-59 flex-col justify-between p-6 lg:p-8">
      <div>
        <Skeleton className="h-5 w-32" />
        <Skeleton className="mt-3 h-13 w-64 max-w-full" />
      </div>
      <Skeleton className="h-12 w-48" />
    </div>
  );
}
