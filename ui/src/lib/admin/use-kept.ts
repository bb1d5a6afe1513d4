import { useState } from 'react';
import { type Kept, withKept } from './with-kept.ts';

type KeptList<Item> = {
  readonly shown: readonly Item[];
  /** To be told of an item whose form opens, and of one whose form closes. */
  readonly keep: (item: Item) => void;
  readonly letGo: (item: Item) => void;
};

/**
 * A list with the items that somebody decides about: each stays where the list has it no more, for another admin, or the
 * program itself, was faster. The server says so to who decides.
 */
export function useKept<Item extends { readonly id: string }>(items: readonly Item[]): KeptList<Item> {
  const [kept, setKept] = useState<readonly Kept<Item>[]>([]);
  const shown = kept.reduce(withKept, items);
  const letGo = ({ id }: Item): void => setKept((all) => all.filter(({ item }) => item.id !== id));
  return {
    shown,
    keep(item) {
      letGo(item);
      setKept((all) => [...all, { item, before: shown.slice(0, shown.indexOf(item)) }]);
    },
    letGo,
  };
}
