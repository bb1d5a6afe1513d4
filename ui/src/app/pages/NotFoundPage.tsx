import { Link } from 'wouter';
import { pageTitles } from '../../../../contracts/pages.ts';
import { buttonClass } from '../../components/ui/Button.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

export function NotFoundPage() {
  useDocumentTitle(pageTitles.notFound);
  return (
    <div className="flex flex-col items-center py-16 text-center sm:py-28">
      <p aria-hidden="true" className="font-mono text-6xl font-semibold tracking-[-0.04em] text-faint">
        404
      </p>
      <h1 className="mt-4 text-3xl font-semibold tracking-[-0.03em]">{pageTitles.notFound}</h1>
      <p className="mt-2 mb-8 max-w-sm text-balance text-muted">
        There is nothing at this address. Your rewards are elsewhere.
      </p>
      <Link href="/evo-rewards" className={buttonClass({ variant: 'primary' })}>
        Go to your rewards
      </Link>
    </div>
  );
}
