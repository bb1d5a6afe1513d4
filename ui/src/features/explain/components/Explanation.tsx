import { lazy, Suspense, useEffect } from 'react';
import { closeExplanation, useExplainedFigure } from '../../../lib/ledger/explained-figure.ts';

const ExplainDialog = lazy(async () => {
  const { ExplainDialog } = await import('./ExplainDialog.tsx');
  return { default: ExplainDialog };
});

/** Where the figure that a person asked about is explained; its code comes with the first question. */
export function Explanation() {
  const figure = useExplainedFigure();
  useEffect(() => closeExplanation, []);
  return (
    figure && (
      <Suspense>
        <ExplainDialog figure={figure} onClose={closeExplanation} />
      </Suspense>
    )
  );
}
