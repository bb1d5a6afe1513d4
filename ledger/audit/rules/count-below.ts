/** How many of the first `length` numbers, which grow, are below a bound. */
export function countBelow<Bound extends number | bigint>(
  numbers: ArrayLike<Bound>,
  length: number,
  bound: Bound,
): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const found = numbers[middle];
    if (found !== undefined && found < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}
