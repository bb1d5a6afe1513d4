import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { LogLine } from '../../../../../contracts/api/ledger-log.ts';
import { Icon } from '../../../components/ui/Icon.tsx';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import { withEvent } from '../model/ledger-address.ts';
import { count } from '../model/seal-standing.ts';
import { type LedgerAddress, useLedgerAddress } from '../model/use-ledger-address.ts';

type LogTableProps = {
  readonly caption: string;
  readonly lines: readonly LogLine[];
  /** What can be done with a line. */
  readonly action?: (line: LogLine) => ReactNode;
};

/** Events in words, each opening to its proof. On small screens a second line says the rest. */
export function LogTable({ caption, lines, action }: LogTableProps) {
  const { query, opening } = useLedgerAddress();
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
          <th scope="col">Number</th>
          <th scope="col">What happened</th>
          <th scope="col" className="max-md:hidden">
            Stream
          </th>
          <th scope="col" className="text-right max-md:hidden">
            Age
          </th>
          <th scope="col" className="text-right max-sm:hidden">
            Seal
          </th>
          {action && (
            <th scope="col">
              <span className="sr-only">Receipt</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Row
            key={line.eventId}
            line={line}
            href={withEvent(query, line.eventId)}
            state={opening}
            action={action?.(line)}
          />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = {
  readonly line: LogLine;
  readonly href: string;
  readonly state: LedgerAddress['opening'];
  readonly action: ReactNode;
};

function Row({ line, href, state, action }: RowProps) {
  const { index, type, stream, occurredAt, description, isSealed } = line;
  return (
    <tr className="align-top [&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-2.5">
      <td className="font-mono text-note leading-6 whitespace-nowrap text-faint">
        {index === null ? (
          <span title="Seals have no number: they stand beside the events">seal</span>
        ) : (
          `#${count(index)}`
        )}
      </td>
      <td className="w-full min-w-36">
        <Link
          href={href}
          state={state}
          className="touch-area inline-block min-h-6 leading-6 underline decoration-control decoration-dotted underline-offset-4 [overflow-wrap:anywhere] hover:decoration-text hover:decoration-solid"
        >
          {description}
        </Link>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
          <span className="font-mono">{type}</span>
          <span className="md:hidden">
            <RelativeTime at={occurredAt} />
          </span>
          <span className="sm:hidden">{index !== null && (isSealed ? 'sealed' : 'not sealed yet')}</span>
        </span>
      </td>
      <td className="max-w-48 truncate font-mono text-xs leading-6 text-faint max-md:hidden" title={stream}>
        {stream}
      </td>
      <td className="text-right text-note leading-6 whitespace-nowrap text-muted max-md:hidden">
        <RelativeTime at={occurredAt} />
      </td>
      <td className="text-right text-note leading-6 whitespace-nowrap max-sm:hidden">
        {index === null ? null : isSealed ? (
          <span className="inline-flex items-center gap-1 text-success">
            <Icon name="check" className="size-4" /> Sealed
          </span>
        ) : (
          <span className="text-faint">Not yet</span>
        )}
      </td>
      {action !== undefined && <td className="text-right">{action}</td>}
    </tr>
  );
}
