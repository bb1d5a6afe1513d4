import type { Row } from './simple-fold.ts';

/** 1 + the number of users with more: by sorting. */
export function countedRanks(totals: ReadonlyMap<string, bigint>): Row[] {
  const sorted = [...totals].sort(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
  let rank = 0;
  let before: bigint | undefined;
  return sorted.map(([userId, total], index) => {
    if (total !== before) rank = index + 1;
    before = total;
    return [userId, String(rank)];
  });
}

/** For each pair of digits but 00, by what stands before it: how many totals have it there. */
export function countedPairs(totals: ReadonlyMap<string, bigint>): Row[] {
  const counts = new Map<string, number>();
  for (const total of totals.values()) {
    const digits = total < 10n ** 38n ? String(total).padStart(38, '0') : '9'.repeat(38);
    for (let end = 2; end <= 38; end += 2) {
      const path = digits.slice(0, end);
      if (path.slice(-2) !== '00') counts.set(path, (counts.get(path) ?? 0) + 1);
    }
  }
  return [...counts].map(([path, count]) => [
    path.slice(0, -2),
    String(Number(path.slice(-2))),
    String(count),
  ]);
}
