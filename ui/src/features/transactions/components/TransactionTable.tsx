import { Link } from 'wouter';
import type { Transaction } from '../../../../../contracts/api/dashboard.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { eventPath } from '../../../lib/ledger/ledger-path.ts';

/** On small screens a row keeps its description and amount; the rest stands in a second line. */
export function TransactionTable({ transactions }: { transactions: readonly Transaction[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Transactions, newest first</caption>
      <thead>
        <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
          <th scope="col" className="max-md:hidden">
            Type
          </th>
          <th scope="col">Description</th>
          <th scope="col" className="text-right">
            Amount (EVO)
          </th>
          <th scope="col" className="max-md:hidden">
            Status
          </th>
          <th scope="col" className="max-lg:hidden">
            Hash
          </th>
          <th scope="col" className="text-right max-md:hidden">
            Age
          </th>
        </tr>
      </thead>
      <tbody>
        {transactions.map((transaction) => (
          <Row key={transaction.id} transaction={transaction} />
        ))}
      </tbody>
    </table>
  );
}

const typeNames: Record<Transaction['type'], string> = {
  reward: 'Reward',
  claim: 'Claim',
  stake: 'Stake',
  referral: 'Referral',
  adjustment: 'Adjustment',
};

const statuses: Record<Transaction['status'], { readonly tone: BadgeTone; readonly name: string }> = {
  completed: { tone: 'success', name: 'Completed' },
  pending: { tone: 'info', name: 'Pending' },
  failed: { tone: 'danger', name: 'Failed' },
};

function Row({ transaction }: { transaction: Transaction }) {
  const { type, description, amount, status, txHash, createdAt } = transaction;
  const { tone, name } = statuses[status];
  const isIncome = type === 'reward' || type === 'referral';
  return (
    <tr className="[&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-3">
      <td className="max-md:hidden">
        <Badge>{typeNames[type]}</Badge>
      </td>
      <td className="w-full min-w-28 sm:min-w-40">
        <span className="line-clamp-2 [overflow-wrap:anywhere]">{description}</span>
        <span className="mt-0.5 block text-xs text-faint md:hidden">
          {typeNames[type]} · {name} · <RelativeTime at={createdAt} />
        </span>
        <span className="flex flex-wrap items-center gap-x-3 lg:hidden">
          <InLedger transaction={transaction} />
          {txHash && <OnChain hash={txHash} />}
        </span>
      </td>
      <td className="min-w-36 text-right align-top">
        <Money
          amount={amount}
          decimals={2}
          sign={isIncome ? '+' : type === 'adjustment' ? '−' : undefined}
          tone={isIncome ? 'gold' : 'plain'}
          unit={false}
          breaks
        />
      </td>
      <td className="max-md:hidden">
        <Badge tone={tone}>{name}</Badge>
      </td>
      <td className="whitespace-nowrap text-faint max-lg:hidden">
        <InLedger transaction={transaction} />
        {txHash && <OnChain hash={txHash} />}
      </td>
      <td className="text-right text-[13px] whitespace-nowrap text-muted max-md:hidden">
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}

/** The hash of the event behind it and where the ledger has it; the way to that event and its proof. */
function InLedger({ transaction: { id, eventHash, ledgerPosition } }: { transaction: Transaction }) {
  const hash = shortenAddress(eventHash, ...KEPT_OF_HASH);
  return (
    <Link
      href={eventPath(id)}
      title={`${eventHash}, at ${ledgerPosition}`}
      className="group inline-flex min-h-6 flex-wrap items-center gap-x-2 text-xs text-muted hover:text-text"
    >
      <span className="sr-only">In the ledger: </span>
      <span className="font-mono text-[13px] underline decoration-control underline-offset-4 group-hover:decoration-current">
        {hash}
      </span>
      <span className="text-faint tabular-nums">{placeOf(ledgerPosition)}</span>
    </Link>
  );
}

/** A place in the log is told by where it was written: the first of its two numbers. */
const placeOf = (position: string): string => `at ${position.slice('C:'.length).split('/', 1)[0]}`;

/** The transfer on the chain that paid a claim. */
function OnChain({ hash }: { hash: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span className="text-xs text-faint">On chain</span>
      <Address address={hash} keep={KEPT_OF_HASH} what="transaction hash" />
    </span>
  );
}

/** Characters of a hash that are shown at each end. */
const KEPT_OF_HASH = [12, 8] as const;
