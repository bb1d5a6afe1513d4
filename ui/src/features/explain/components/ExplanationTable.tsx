import { Link } from 'wouter';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { explainFigure } from '../../../../../contracts/api/ledger.ts';
import { CopyButton } from '../../../components/ui/CopyButton.tsx';
import { Money } from '../../../components/ui/Money.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { eventPath } from '../../../lib/ledger/ledger-path.ts';

type Line = ResponseOf<typeof explainFigure>['lines'][number];

export function ExplanationTable({ lines }: { lines: readonly Line[] }) {
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Events that make this figure, newest first</caption>
      <thead>
        <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
          <th scope="col">Event</th>
          <th scope="col" className="text-right">
            Change
          </th>
          <th scope="col" className="text-right max-sm:hidden">
            Figure after it
          </th>
          <th scope="col" className="text-right max-md:hidden">
            Age
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row key={line.eventId} line={line} />
        ))}
      </tbody>
    </table>
  );
}

function Row({
  line: { description, eventType, eventId, ledgerPosition, change, after, createdAt },
}: RowProps) {
  const isLoss = change.startsWith('-');
  return (
    <tr className="align-top [&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-3">
      <td className="w-full min-w-40">
        <span dir="auto" className="[overflow-wrap:anywhere]">
          {description}
        </span>
        <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-faint">
          <span className="font-mono">{eventType}</span>
          <span title={`Place in the ledger: ${ledgerPosition}`} className="font-mono max-sm:hidden">
            {ledgerPosition}
          </span>
          <span className="md:hidden">
            <RelativeTime at={createdAt} />
          </span>
          <Link
            href={eventPath(eventId)}
            className="touch-area inline-flex min-h-6 items-center underline decoration-control underline-offset-4 hover:text-text"
          >
            In the ledger
          </Link>
          <CopyButton text={eventId} label={`Copy the event's id ${eventId}`} />
        </span>
      </td>
      <td className="min-w-28 text-right sm:min-w-34">
        <Money
          amount={isLoss ? change.slice(1) : change}
          decimals={2}
          whole
          sign={isLoss ? '−' : '+'}
          tone={isLoss ? 'plain' : 'gold'}
          unit={false}
          breaks
        />
      </td>
      <td className="min-w-34 text-right max-sm:hidden">
        <Money amount={after} decimals={2} whole unit={false} breaks />
      </td>
      <td className="text-right text-note whitespace-nowrap text-muted max-md:hidden">
        <RelativeTime at={createdAt} />
      </td>
    </tr>
  );
}

type RowProps = { readonly line: Line };
