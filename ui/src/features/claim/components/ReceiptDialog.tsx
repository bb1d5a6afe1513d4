import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ClaimReceipt } from '../../../../../contracts/api/rewards.ts';
import type { User } from '../../../../../contracts/api/user.ts';
import { DECIMALS } from '../../../../../contracts/constants.ts';
import { Button, buttonClass } from '../../../components/ui/Button.tsx';
import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { Dialog } from '../../../components/ui/Dialog.tsx';
import { Icon } from '../../../components/ui/Icon.tsx';
import { Money, type MoneyProps } from '../../../components/ui/Money.tsx';
import { cx } from '../../../lib/class-names.ts';
import { eventPath } from '../../../lib/ledger/ledger-path.ts';
import { saveFile } from '../../../lib/save-file.ts';

type ReceiptDialogProps = {
  readonly receipt: ClaimReceipt;
  readonly user: User;
  readonly onClose: () => void;
};

/** What a claim did, exactly, and where in the ledger it can be found. */
export function ReceiptDialog({ receipt, user, onClose }: ReceiptDialogProps) {
  const { claimId, amount, pendingBefore, pendingAfter, claimedAfter, claimedAt, eventId, ledgerPosition } =
    receipt;
  return (
    <Dialog open onClose={onClose} title="Claim receipt" description="One event in the ledger, for good.">
      <dl className="grid text-sm">
        <Line name="Amount">
          <Exact amount={amount} tone="gold" />
        </Line>
        <Line name="App Rewards before">
          <Exact amount={pendingBefore} />
        </Line>
        <Line name="App Rewards after">
          <Exact amount={pendingAfter} />
        </Line>
        <Line name="Claimed in all">
          <Exact amount={claimedAfter} />
        </Line>
        <Line name="Time">
          <time dateTime={claimedAt} title={claimedAt}>
            {new Date(claimedAt).toLocaleString()}
          </time>
        </Line>
        <Line name="Ledger position">
          <Code text={ledgerPosition} what="ledger position" />
        </Line>
        <Line name="Event id">
          <Code text={eventId} what="event id" />
        </Line>
        <Line name="Claim id">
          <Code text={claimId} what="claim id" />
        </Line>
      </dl>
      <Link href={eventPath(eventId)} className={cx(buttonClass({ variant: 'primary' }), 'mt-5 w-full')}>
        <Icon name="shield" className="size-4" /> Its proof in the ledger
      </Link>
      <Button
        className="mt-2 w-full"
        onClick={() => saveFile(`evo-claim-${claimId}.json`, receiptFile(receipt, user), 'application/json')}
      >
        <Icon name="download" className="size-4" /> Download receipt
      </Button>
    </Dialog>
  );
}

/** The receipt with whose it is, as a file that a person can keep and a program can read. */
function receiptFile(receipt: ClaimReceipt, { id, walletAddress }: User): string {
  return `${JSON.stringify({ type: 'evo-rewards/claim-receipt', userId: id, walletAddress, ...receipt }, null, 2)}\n`;
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line/60 py-2.5 last:border-0">
      <dt className="text-note text-muted">{name}</dt>
      <dd className="ml-auto min-w-0 text-right">{children}</dd>
    </div>
  );
}

/** To its last digit: whoever keeps a receipt compares it with the event. */
function Exact(money: Pick<MoneyProps, 'amount' | 'tone'>) {
  return <Money {...money} decimals={DECIMALS.trackerLine} whole breaks />;
}

function Code({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <code className="font-mono text-note break-all">{text}</code>
      <CopyButton text={text} label={`Copy ${what}`} />
    </span>
  );
}
