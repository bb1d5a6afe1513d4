import { useState } from 'react';
import { type Kept, withKept } from './with-kept.ts';

/**
 * A list with the item that somebody decides about: it stays where the list has it no more, for another admin, or the
 * program itself, was faster. The server says so to who decides.
 * @returns the list, and what is called with the item whose form opens, and with nothing when it closes
 */
export function useKept<Item extends { readonly id: string }>(
  items: readonly Item[],
): readonly [readonly Item[], (item?: Item) => void] {
  const [kept, setKept] = useState<Kept<Item>>();
  const shown = withKept(items, kept);
  return [shown, (item) => setKept(item && { item, before: shown.slice(0, shown.indexOf(item)) })];
}
