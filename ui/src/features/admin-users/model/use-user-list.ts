import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useDebounced } from '../../../lib/use-debounced.ts';
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

/** The list that the address names; what is typed into the search counts at once and is in the address soon. */
export function useUserList(): ListInAddress {
  const [query, setQuery] = useSearchParams();
  const { search: named, filter, sort } = userListOf(query);
  // `of` is the search that the text was begun from: another one in the address (the command bar) takes its place.
  const [typed, setTyped] = useState({ of: named, text: named });
  if (typed.of !== named) setTyped({ of: named, text: named });
  const settled = useDebounced(typed.text, ADDRESS_AFTER_MS);

  const asked = useMemo(() => ({ search: typed.text, filter, sort }), [typed.text, filter, sort]);
  const list = useDeferredValue(asked);

  useEffect(() => {
    if (settled !== typed.text || settled === named) return;
    setTyped({ of: settled, text: settled });
    setQuery(userListQuery({ search: settled, filter, sort }), { replace: true });
  });

  const change = useCallback(
    ({ search, ...rest }: Partial<UserList>): void => {
      if (search !== undefined) setTyped((before) => ({ ...before, text: search }));
      if (search === undefined || Object.keys(rest).length > 0) {
        const next = { ...asked, ...rest, ...(search !== undefined && { search }) };
        setTyped({ of: next.search, text: next.search });
        setQuery(userListQuery(next), { replace: true });
      }
    },
    [asked, setQuery],
  );

  return { asked, list, change };
}
