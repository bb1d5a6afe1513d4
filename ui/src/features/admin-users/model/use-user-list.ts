import { useCallback, useDeferredValue, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useOwnAddress } from '../../../lib/use-own-address.ts';
import { type UserList, userListOf, userListQuery } from './user-list.ts';

/** Browsers refuse to write the address as often as a person can type. */
const ADDRESS_AFTER_MS = 300;

export type ListInAddress = {
  /** As the controls show it: each letter at once. */
  readonly asked: UserList;
  /** As the rows show it, right behind: a letter is drawn before the list that it asks for. */
  readonly list: UserList;
  readonly change: (next: Partial<UserList>) => void;
};

/**
 * The list that the address names; what is typed into the search counts at once and is in the address soon. The text is
 * the field's alone: writing it into the address never sets it, so a letter that comes meanwhile stays. Only a search
 * that somebody else writes into the address (the command bar, a step back) takes its place.
 */
export function useUserList(): ListInAddress {
  const [query, setQuery] = useOwnAddress();
  const { search: named, filter, sort } = userListOf(query);
  const [search, setSearch] = useState(named);
  /** The search that this hook knows the address to have. */
  const known = useRef(named);

  useLayoutEffect(() => {
    if (named === known.current) return;
    known.current = named;
    setSearch(named);
  }, [named]);

  useEffect(() => {
    if (search === named) return;
    const timer = setTimeout(() => {
      known.current = search;
      setQuery(userListQuery({ search, filter, sort }), { replace: true });
    }, ADDRESS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [search, named, filter, sort, setQuery]);

  const asked = useMemo(() => ({ search, filter, sort }), [search, filter, sort]);
  const list = useDeferredValue(asked);

  const change = useCallback(
    (next: Partial<UserList>): void => {
      const whole = { ...asked, ...next };
      setSearch(whole.search);
      const isTyped = next.search !== undefined && Object.keys(next).length === 1;
      if (isTyped) return;
      known.current = whole.search;
      setQuery(userListQuery(whole), { replace: true });
    },
    [asked, setQuery],
  );

  return { asked, list, change };
}
