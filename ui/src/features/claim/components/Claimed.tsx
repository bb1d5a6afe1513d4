import { useEffect, useRef } from 'react';
import type { ClaimReceipt } from '../../../../../contracts/api/rewards.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { formatEvo, parseSum } from '../../../../../contracts/money.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import type { Quest } from '../../../lib/dashboard/quests.ts';
import { useCountUp } from '../model/use-count-up.ts';
import { actsClass, HeroFigure } from './HeroFigure.tsx';
import { NextQuest } from './NextQuest.tsx';

type ClaimedProps = {
  readonly receipt: ClaimReceipt;
  readonly next: Quest | null | undefined;
  readonly onView: () => void;
};

/**
 * The moment after a claim: its amount counts up, and the next thing to do takes the place of the button. Takes the
 * focus that the claim button had: the button is gone once nothing is left to claim.
 */
export function Claimed({ receipt, next, onView }: ClaimedProps) {
  const amount = parseSum(receipt.amount);
  const shown = useCountUp(amount);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  return (
    <>
      <HeroFigure
        title={
          <>
            <span className="grid size-5.5 animate-pop place-items-center rounded-full bg-success/15 text-success">
              <Icon name="check" className="size-4" />
            </span>
            Claimed
          </>
        }
        shown={amount}
      >
        {/* It counts for the eye alone: everybody else is told once, by the line below. */}
        <span aria-hidden="true">
          <Money amount={formatEvo(shown)} decimals={DECIMALS.claimButton} tone="gold" hero />
        </span>
      </HeroFigure>
      <div ref={place} tabIndex={-1} className={actsClass}>
        <NextQuest quest={next} />
        <p className="text-note text-muted">
          <span className="sr-only">{`Claimed ${receipt.amount} EVO. `}</span>
          It is in the ledger.
        </p>
        <Button size="sm" variant="ghost" onClick={onView} className="-ml-3">
          View receipt
        </Button>
      </div>
    </>
  );
}
