/** The share picture, in pixels. Rows are as the community knows them; many winners stand in columns. */
export const PICTURE = { width: 1200, height: 800, row: 80, spacing: 20, margin: 60 } as const;

/** Between the header and the footer: five rows. */
const TOP = 200;
const BOTTOM = 690;
const MAX_COLUMNS = 3;

export type ShareBox = { readonly x: number; readonly y: number; readonly width: number };
export type ShareLayout = {
  readonly columns: number;
  /** Where each winner that has room stands, the first place first. */
  readonly rows: readonly ShareBox[];
  /** Where "+N more" stands, when there is no room for all. */
  readonly more: { readonly box: ShareBox; readonly count: number } | undefined;
};

/** Places of the winners: one column as long as they fit, then two, then three; the last place counts the rest. */
export function shareLayout(winners: number): ShareLayout {
  const { width, row, spacing, margin } = PICTURE;
  const perColumn = Math.floor((BOTTOM - TOP + spacing) / (row + spacing));
  const columns = Math.max(1, Math.min(MAX_COLUMNS, Math.ceil(winners / perColumn)));
  const columnWidth = (width - 2 * margin - (columns - 1) * spacing) / columns;
  const room = columns * perColumn;
  const shown = winners > room ? room - 1 : winners;
  // A few winners stand in the middle of the picture, not under its header.
  const top = TOP + Math.max(0, perColumn - winners) * ((row + spacing) / 2);
  const box = (index: number): ShareBox => ({
    x: margin + Math.floor(index / perColumn) * (columnWidth + spacing),
    y: top + (index % perColumn) * (row + spacing),
    width: columnWidth,
  });
  return {
    columns,
    rows: Array.from({ length: shown }, (_, index) => box(index)),
    more: shown < winners ? { box: box(shown), count: winners - shown } : undefined,
  };
}

/** The name of the file: with the day of completion. */
export function shareFileName(completedAt: string): string {
  return `evo-raffle-results-${completedAt.slice(0, 10)}.png`;
}
