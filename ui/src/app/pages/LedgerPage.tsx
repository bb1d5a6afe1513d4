import { pageTitles } from '../../../../contracts/pages.ts';
import { Ledger } from '../../features/ledger/components/Ledger.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

export function LedgerPage() {
  useDocumentTitle(pageTitles.ledger);
  return <Ledger />;
}
