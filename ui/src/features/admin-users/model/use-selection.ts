import { useEffect, useState } from 'react';

export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly set: (ids: Iterable<string>) => void;
  readonly toggle: (id: string) => void;
  readonly clear: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** A set of user ids that belongs to one list: it is empty as soon as the list is another. Esc empties it, too. */
export function useSelection(listKey: string): Selection {
  const [chosen, setChosen] = useState({ listKey, ids: NONE });
  const ids = chosen.listKey === listKey ? chosen.ids : NONE;
  const set = (next: Iterable<string>): void => setChosen({ listKey, ids: new Set(next) });
  const clear = (): void => set([]);

  const isEmpty = ids.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    const onKey = ({ key, defaultPrevented }: KeyboardEvent): void => {
      // An open dialog takes Esc for itself.
      if (key !== 'Escape' || defaultPrevented || document.querySelector('[data-dialog]')) return;
      setChosen({ listKey, ids: NONE });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isEmpty, listKey]);

  return {
    ids,
    set,
    clear,
    toggle: (id) => set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]),
  };
}
