import type * as z from 'zod/mini';
import type { userFilter, userSort } from '../../../../../contracts/api/admin-users.ts';

export type UserFilter = z.infer<typeof userFilter>;
export type UserSort = z.infer<typeof userSort>;

/** What the list shows, as it stands in the address of the page. */
export type UserList = { readonly search: string; readonly filter: UserFilter; readonly sort: UserSort };

export const FILTERS: Readonly<Record<UserFilter, string>> = {
  all: 'All users',
  verified: 'Verified',
  unverified: 'Unverified',
  marketing: 'Marketing opt-in',
  has_wallet: 'Has wallet',
  no_wallet: 'No wallet',
  has_balance: 'Has balance',
  zero_balance: 'Zero balance',
};

export const SORTS: Readonly<Record<UserSort, string>> = {
  none: 'Sort: none',
  highest: 'Highest balance',
  lowest: 'Lowest balance',
};

/** Reads the address; what it does not know counts as not said. */
export function userListOf(query: URLSearchParams): UserList {
  return {
    // In whole characters: half of one is another one in the address and for the server.
    search: (query.get('search') ?? '').slice(0, 100).replace(/\p{Cs}$/u, ''),
    filter: known(FILTERS, query.get('filter'), 'all'),
    sort: known(SORTS, query.get('sort'), 'none'),
  };
}

/** The address of a list; what is as by default is left out. */
export function userListQuery({ search, filter, sort }: UserList): Record<string, string> {
  return {
    tab: 'users',
    ...(search !== '' && { search }),
    ...(filter !== 'all' && { filter }),
    ...(sort !== 'none' && { sort }),
  };
}

/** A list as the server is asked for it. */
export function userListRequest({ search, filter, sort }: UserList) {
  const text = search.trim();
  return { filter, sort, ...(text !== '' && { search: text }) };
}

/** What a click on the column header of App Rewards leads to: highest first, then lowest, and so on. */
export const toggledSort = (sort: UserSort): UserSort => (sort === 'highest' ? 'lowest' : 'highest');

function known<Key extends string>(
  names: Readonly<Record<Key, string>>,
  text: string | null,
  otherwise: Key,
): Key {
  // The keys of a record are its key type; Object.keys only forgets that.
  return (Object.keys(names) as Key[]).find((key) => key === text) ?? otherwise;
}
