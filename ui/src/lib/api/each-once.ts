/**
 * The rows of pages that were read one after the other, of a list whose rows move meanwhile: who has gone down from one page
 * to a later one stands once, where the page that was read last has them.
 */
export function eachOnce<Row extends { readonly id: string }>(rows: readonly Row[]): readonly Row[] {
  const last = new Map(rows.map(({ id }, at) => [id, at]));
  return last.size === rows.length ? rows : rows.filter(({ id }, at) => last.get(id) === at);
}
