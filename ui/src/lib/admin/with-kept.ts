/** An item of a list, and what stood before it there. */
export type Kept<Item> = { readonly item: Item; readonly before: readonly Item[] };

/** A list with an item that stood in it: as it was and where it stood, where it is not in the list any more. */
export function withKept<Item extends { readonly id: string }>(
  items: readonly Item[],
  kept: Kept<Item> | undefined,
): readonly Item[] {
  if (!kept || items.some(({ id }) => id === kept.item.id)) return items;
  const before = new Set(kept.before.map(({ id }) => id));
  return items.toSpliced(items.findLastIndex(({ id }) => before.has(id)) + 1, 0, kept.item);
}
