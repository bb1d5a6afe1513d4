import { useEffect } from 'react';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { closeExplanation, useExplainedFigure } from '../../../lib/ledger/explained-figure.ts';

const ExplainDialog = lazyPart(
  () => import('./ExplainDialog.tsx'),
  ({ ExplainDialog }) => ExplainDialog,
);

/** Where the figure that a person asked about is explained; its code comes with the first question. */
export function Explanation() {
  const figure = useExplainedFigure();
  useEffect(() => closeExplanation, []);
  return figure && <ExplainDialog figure={figure} onClose={closeExplanation} />;
}
