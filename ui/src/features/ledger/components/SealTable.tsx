import { Link } from 'wouter';
import { RelativeTime } from '../../../components/ui/RelativeTime.tsx';
import type { Seal } from '../api/ledger-queries.ts';
import { withEvent } from '../model/ledger-address.ts';
import { count, listed } from '../model/seal-standing.ts';
import { useLedgerAddress } from '../model/use-ledger-address.ts';

export function SealTable({ seals }: { seals: readonly Seal[] }) {
  const { query, opening } = useLedgerAddress();
  return (
    <table className="w-full text-sm">
      <caption className="sr-only">Seals, newest first</caption>
      <thead>
        <tr className="text-left text-xs text-faint [&>th]:px-2 [&>th]:pb-2 [&>th]:font-medium [&>th]:whitespace-nowrap">
          <th scope="col">Events</th>
          <th scope="col" className="max-sm:hidden">
            Root
          </th>
          <th scope="col">Cosigned by</th>
          <th scope="col" className="text-right">
            Sealed
          </th>
        </tr>
      </thead>
      <tbody>
        {seals.map(({ size, root, sealedAt, eventId, cosignatures }) => (
          <tr
            key={eventId}
            className="align-top [&>td]:border-t [&>td]:border-line/60 [&>td]:px-2 [&>td]:py-2.5"
          >
            <td className="leading-6 whitespace-nowrap">
              <Link
                href={withEvent(query, eventId)}
                state={opening}
                aria-label={`The seal of the first ${count(size)} events`}
                className="font-mono underline decoration-control decoration-dotted underline-offset-4 hover:decoration-text hover:decoration-solid"
              >
                {count(size)}
              </Link>
            </td>
            <td className="leading-6 whitespace-nowrap max-sm:hidden">
              <span title={root} className="font-mono text-note text-muted">
                {root.slice(0, 12)}…{root.slice(-8)}
              </span>
            </td>
            <td className="w-full min-w-24 text-note leading-6 [overflow-wrap:anywhere]">
              {cosignatures.length === 0 ? (
                <span className="text-faint">nobody</span>
              ) : (
                listed(cosignatures.map(({ name }) => name))
              )}
            </td>
            <td className="text-right text-note leading-6 whitespace-nowrap text-muted">
              <RelativeTime at={sealedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
