import { expect, test } from 'vitest';
import { toggledSort, userListOf, userListQuery } from './user-list.ts';

test('the address of a list reads back as the list', () => {
  const list = { search: 'ada & bob', filter: 'has_balance', sort: 'lowest' } as const;
  expect(userListOf(new URLSearchParams(userListQuery(list)))).toEqual(list);
});

test('what is as by default is not in the address, and what is unknown counts as not said', () => {
  expect(userListQuery({ search: '', filter: 'all', sort: 'none' })).toEqual({ tab: 'users' });
  expect(userListOf(new URLSearchParams('filter=evil&sort=up'))).toEqual({
    search: '',
    filter: 'all',
    sort: 'none',
  });
});

test('a search that is too long is cut between characters: what is left reads back from the address', () => {
  const { search } = userListOf(new URLSearchParams({ search: `${'a'.repeat(99)}\u{1f389}b` }));
  expect(search).toBe('a'.repeat(99));
  expect(userListOf(new URLSearchParams({ search: `${'a'.repeat(98)}\u{1f389}` })).search).toHaveLength(100);
});

test('the header of App Rewards toggles between highest and lowest', () => {
  expect(toggledSort('none')).toBe('highest');
  expect(toggledSort('highest')).toBe('lowest');
  expect(toggledSort('lowest')).toBe('highest');
});
