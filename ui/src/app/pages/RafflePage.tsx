import { RaffleCenter } from '../../features/raffle/components/RaffleCenter.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

export function RafflePage() {
  useDocumentTitle('Raffle');
  return <RaffleCenter />;
}
