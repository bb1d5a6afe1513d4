import { useCallback, useEffect, useMemo, useState } from 'react';
import type { AdminUser } from '../../../../../contracts/api/admin-users.ts';

/** The chosen users: the name of each by its id. */
export type Selected = ReadonlyMap<string, string>;

type Choosable = Pick<AdminUser, 'id' | 'username'>;

export type Selection = {
  readonly users: Selected;
  readonly set: (users: readonly Choosable[]) => void;
  readonly toggle: (user: Choosable) => void;
  readonly clear: () => void;
};

const NONE: Selected = new Map();

/** A set of users that belongs to one list: it is empty as soon as the list is another. Esc empties it, too. */
export function useSelection(listKey: string): Selection {
  const [chosen, setChosen] = useState({ listKey, users: NONE });
  const isOfList = chosen.listKey === listKey;
  // Also for when that list is come back to.
  if (!isOfList) setChosen({ listKey, users: NONE });
  const users = isOfList ? chosen.users : NONE;

  const set = useCallback(
    (next: readonly Choosable[]): void =>
      setChosen({ listKey, users: new Map(next.map(({ id, username }) => [id, username])) }),
    [listKey],
  );
  const clear = useCallback(() => setChosen({ listKey, users: NONE }), [listKey]);
  const toggle = useCallback(
    ({ id, username }: Choosable): void =>
      setChosen((before) => {
        const next = new Map(before.listKey === listKey ? before.users : NONE);
        if (!next.delete(id)) next.set(id, username);
        return { listKey, users: next };
      }),
    [listKey],
  );

  const isEmpty = users.size === 0;
  useEffect(() => {
    if (isEmpty) return;
    const onKey = ({ key, defaultPrevented }: KeyboardEvent): void => {
      // An open dialog takes Esc for itself.
      if (key !== 'Escape' || defaultPrevented || document.querySelector('[data-dialog]')) return;
      clear();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isEmpty, clear]);

  return useMemo(() => ({ users, set, toggle, clear }), [users, set, toggle, clear]);
}
