import { Link } from 'wouter';
import type { Transaction } from '../../../../../contracts/api/dashboard.ts';
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
  const { id, type, description, amount, status, txHash, createdAt } = transaction;
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
          {txHash && <Hash hash={txHash} />}
          <InLedger eventId={id} />
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
        {txHash && <Hash hash={txHash} />}
        <InLedger eventId={id} />
      </td>
      <td className="text-right text-[13px] whitespace-nowrap text-muted max-md:hidden">
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}

/** To the event behind it, and its proof. */
const InLedger = ({ eventId }: { eventId: string }) => (
  <Link
    href={eventPath(eventId)}
    className="inline-flex min-h-6 items-center text-xs text-muted underline decoration-control underline-offset-4 hover:text-text"
  >
    In the ledger
  </Link>
);

function Hash({ hash }: { hash: string }) {
  return <Address address={hash} keep={[12, 8]} what="transaction hash" />;
}
