import { useSyncExternalStore } from 'react';

/** Heights of a row as the classes of UserRow set them: a card, two lines, or one line of a table. */
const CARD = 41;
const TWO_LINES = 19;
const LINE = 14;

const isTwoLines = matchMedia('(min-width: 48rem)');
const isLine = matchMedia('(min-width: 64rem)');

/** In pixels. */
export function useRowHeight(): number {
  return useSyncExternalStore(watchWidth, rowHeight);
}

function watchWidth(onChange: () => void): () => void {
  window.addEventListener('resize', onChange);
  return () => window.removeEventListener('resize', onChange);
}

function rowHeight(): number {
  const steps = isLine.matches ? LINE : isTwoLines.matches ? TWO_LINES : CARD;
  return steps * stepPx();
}

/** Of what sizes and gaps are counted in: it follows the size of text in the browser's settings. */
function stepPx(): number {
  const spacing = getComputedStyle(document.documentElement).getPropertyValue('--spacing');
  // Browsers that do not take it as a length tell its formula.
  return Number.parseFloat(spacing) || USUAL_STEP_PX;
}

const USUAL_STEP_PX = 4;
