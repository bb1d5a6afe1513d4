import { pageTitles } from '../../../../contracts/pages.ts';
import raffles from '../../../../docs/raffles.md?raw';
import { Markdown } from '../../features/proofs/components/Markdown.tsx';
import { useDocumentTitle } from '../../lib/use-document-title.ts';

/** How a raffle is proved, in the words that stand in the repository. */
export function ProofsPage() {
  useDocumentTitle(pageTitles.proofs);
  return <Markdown source={raffles} />;
}
