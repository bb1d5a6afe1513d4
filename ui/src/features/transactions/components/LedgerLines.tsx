import { Link } from 'wouter';
import type { Activity, Transaction } from '../../../../../contracts/api/dashboard.ts';
import { shortenAddress } from '../../../../../contracts/wallet-address-text.ts';
import { Address } from '../../../components/ui/Address.tsx';
import { Badge, type BadgeTone } from '../../../components/ui/Badge.tsx';
import { Icon, type IconName } from '../../../components/ui/Icon.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { eventPath } from '../../../lib/ledger/ledger-path.ts';
import type { LedgerLine } from '../model/ledger-lines.ts';

/** Each line says what, how much and when, and leads to the event that made it. */
export function LedgerLines({ lines }: { lines: readonly LedgerLine[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Transactions and activities, newest first</caption>
      <thead>
        <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
          <th scope="col">Description</th>
          <th scope="col" className="max-md:hidden">
            Status
          </th>
          <th scope="col" className="text-right max-md:hidden">
            Age
          </th>
          <th scope="col" className="text-right">
            Amount (EVO)
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.id} line={line} />
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

const icons: Record<Transaction['type'], IconName> = {
  reward: 'gift',
  claim: 'coins',
  stake: 'shield',
  referral: 'users',
  adjustment: 'undo',
};

/** How it was earned says more than that it was. */
const activityIcons: Partial<Record<Activity['type'], IconName>> = {
  twitter_retweet: 'twitter',
  twitter_like: 'twitter',
  discord_message: 'info',
};

function Row({ line }: { line: LedgerLine }) {
  const { type, description, amount, createdAt, entry, activity } = line;
  const { tone, name } = statuses[entry?.status ?? 'completed'];
  const isIncome = type === 'reward' || type === 'referral';
  return (
    <tr className="[&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-2.5">
      <td className="w-full min-w-28 sm:min-w-40">
        <div className="flex gap-3">
          <span className="grid size-8 shrink-0 place-items-center rounded-full bg-surface-2 text-muted max-sm:hidden">
            <Icon name={(activity && activityIcons[activity]) ?? icons[type]} className="size-4" />
          </span>
          <div className="min-w-0">
            <span dir="auto" className="line-clamp-2 [overflow-wrap:anywhere]">
              {description}
            </span>
            <span className="flex flex-wrap items-center gap-x-2.5 text-xs text-faint">
              <span>
                {typeNames[type]}
                <span className="md:hidden">
                  {' '}
                  · {name} · <RelativeTime at={createdAt} />
                </span>
              </span>
              <InLedger line={line} />
              {entry?.txHash && <OnChain hash={entry.txHash} />}
            </span>
          </div>
        </div>
      </td>
      <td className="max-md:hidden">
        <Badge tone={tone}>{name}</Badge>
      </td>
      <td className="text-right text-note whitespace-nowrap text-muted max-md:hidden">
        <RelativeTime at={createdAt} />
      </td>
      <td className="min-w-32 text-right sm:min-w-34 align-top md:align-middle">
        <Money
          amount={amount}
          decimals={2}
          whole
          sign={isIncome ? '+' : type === 'adjustment' ? '−' : undefined}
          tone={isIncome ? 'gold' : 'plain'}
          unit={false}
          breaks
        />
      </td>
    </tr>
  );
}

/** The hash of the event behind it and where the ledger has it; the way to that event and its proof. */
function InLedger({ line: { id, entry } }: { line: LedgerLine }) {
  return (
    <Link
      href={eventPath(id)}
      {...(entry && { title: `${entry.eventHash}, at ${entry.ledgerPosition}` })}
      className="touch-area group inline-flex min-h-6 flex-wrap items-center gap-x-2 text-xs text-muted hover:text-text"
    >
      {entry ? (
        <>
          <span className="sr-only">In the ledger: </span>
          <span className="font-mono text-xs underline decoration-control underline-offset-4 group-hover:decoration-current">
            {shortenAddress(entry.eventHash, ...KEPT_OF_HASH)}
          </span>
          <span className="text-faint tabular-nums">{placeOf(entry.ledgerPosition)}</span>
        </>
      ) : (
        <span className="underline decoration-control underline-offset-4">In the ledger</span>
      )}
    </Link>
  );
}

/** A place in the log is told by where it was written: the first of its two numbers. */
const placeOf = (position: string): string => `at ${position.slice('C:'.length).split('/', 1)[0]}`;

/** The transfer on the chain that paid a claim. */
function OnChain({ hash }: { hash: string }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 [overflow-wrap:anywhere]">
      <span className="text-xs text-faint">On chain</span>
      <Address address={hash} keep={KEPT_OF_HASH} what="transaction hash" />
    </span>
  );
}

/** Characters of a hash that are shown at each end. */
const KEPT_OF_HASH = [12, 8] as const;
