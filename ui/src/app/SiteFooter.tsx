import { Link } from 'wouter';
import { LEDGER_PATH } from '../lib/ledger/ledger-path.ts';
import { PROOFS_PATH } from '../lib/proofs-path.ts';

const look =
  'touch-area inline-flex min-h-6 items-center text-muted underline decoration-line underline-offset-4 hover:text-text hover:decoration-current';

/** What a person needs who does not want to believe the site. */
export function SiteFooter() {
  return (
    <footer className="border-t border-line text-note">
      <div className="mx-auto flex max-w-6xl flex-wrap items-baseline justify-between gap-x-8 gap-y-3 pointer-coarse:gap-y-5 px-4 py-6 sm:px-6">
        <p className="text-faint">
          Every balance here can be recomputed from{' '}
          <Link href={LEDGER_PATH} className={look}>
            the ledger of events
          </Link>{' '}
          behind it.
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 pointer-coarse:gap-y-5">
          <li>
            <Link href={PROOFS_PATH} className={look}>
              How raffles are proved
            </Link>
          </li>
          <li>
            <a href="/api/openapi.json" className={look}>
              OpenAPI
            </a>
          </li>
          <li>
            <a href="/licence.txt" className={look}>
              Apache-2.0
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
