import raffles from '../../../../docs/raffles.md?raw';
import { Markdown } from '../../features/proofs/components/Markdown.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

/** How a raffle is proved, in the words that stand in the repository. */
export function ProofsPage() {
  useDocumentTitle('How raffles are proved');
  return <Markdown source={raffles} />;
}
