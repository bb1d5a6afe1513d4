/**
 * Does the work of every item, so many under way at once.
 * @returns results in the order of the items
 * @throws the first failure; nothing new is begun after it, and what was under way is over
 */
export async function pooled<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = items.entries();
  const results: Result[] = new Array(items.length);
  const failures: unknown[] = [];
  const worker = async () => {
    for (const [index, item] of queue) {
      try {
        results[index] = await work(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
