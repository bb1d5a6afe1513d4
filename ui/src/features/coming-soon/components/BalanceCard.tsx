import { useState } from 'react';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Button } from '../../../components/ui/Button.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { AirdropDialog } from './AirdropDialog.tsx';

/** What has been earned so far; claiming it is explained, not done, before the program starts. */
export function BalanceCard({ amount }: { amount: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section
      aria-labelledby="balance-title"
      className="claim-edge flex min-w-0 flex-col justify-between gap-6 rounded-card p-6"
    >
      <div>
        <h2 id="balance-title" className="text-lead font-medium text-muted">
          Your balance
        </h2>
        <p className="mt-2 text-[2.5rem] leading-none font-semibold tracking-[-0.045em]">
          <Money amount={amount} decimals={DECIMALS.claimButton} tone="gold" hero />
        </p>
      </div>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Claim
      </Button>
      {isOpen && <AirdropDialog onClose={() => setOpen(false)} />}
    </section>
  );
}
