import { Link } from 'wouter';
import { cx } from '../../../lib/class-names.ts';
import { type LedgerPart, PARTS, partNames, partPath } from '../model/ledger-address.ts';

/** The parts of the page, each with an address of its own. */
export function PartNav({ part }: { part: LedgerPart }) {
  return (
    <nav aria-label="Parts of the ledger" className="overflow-x-auto border-b border-line">
      <ul className="flex">
        {PARTS.map((one) => (
          <li key={one}>
            <Link
              href={partPath(one)}
              aria-current={one === part ? 'page' : undefined}
              className={cx(
                'relative flex h-11 items-center px-2.5 text-sm font-medium whitespace-nowrap -outline-offset-2 transition-colors duration-150 sm:px-4',
                one === part ? 'text-text' : 'text-muted hover:text-text',
              )}
            >
              {partNames[one]}
              {one === part && (
                <span
                  aria-hidden="true"
                  className="absolute inset-x-2.5 bottom-0 h-0.5 bg-accent sm:inset-x-4"
                />
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
