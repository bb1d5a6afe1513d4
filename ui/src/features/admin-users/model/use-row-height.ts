import { useSyncExternalStore } from 'react';

/** Heights of a row in pixels, as the classes of UserRow set them: a card, two lines, or one line of a table. */
const CARD = 164;
const TWO_LINES = 76;
const LINE = 56;

const isTwoLines = matchMedia('(min-width: 48rem)');
const isLine = matchMedia('(min-width: 64rem)');

export function useRowHeight(): number {
  return useSyncExternalStore(watchWidth, rowHeight);
}

function watchWidth(onChange: () => void): () => void {
  const queries = [isTwoLines, isLine];
  for (const query of queries) query.addEventListener('change', onChange);
  return () => {
    for (const query of queries) query.removeEventListener('change', onChange);
  };
}

function rowHeight(): number {
  if (isLine.matches) return LINE;
  return isTwoLines.matches ? TWO_LINES : CARD;
}
