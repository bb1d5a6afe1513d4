/**
 * The rows of pages that were read one after the other, of a list whose rows move meanwhile: who has gone down from one page
 * to a later one stands once, where the page that was read last has them.
 */
export function eachOnce<Row>(rows: readonly Row[], keyOf: (row: Row) => string): readonly Row[] {
  const last = new Map(rows.map((row, at) => [keyOf(row), at]));
  return last.size === rows.length ? rows : rows.filter((row, at) => last.get(keyOf(row)) === at);
}
