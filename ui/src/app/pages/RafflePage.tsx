import { pageTitles } from '../../../../contracts/pages.ts';
import { RaffleCenter } from '../../features/raffle/components/RaffleCenter.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

export function RafflePage() {
  useDocumentTitle(pageTitles.raffle);
  return <RaffleCenter />;
}
