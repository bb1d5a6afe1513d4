import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { listAdminUsers } from '../../../../../contracts/api/admin-users.ts';
import { api } from '../../../lib/api/api.ts';
import { type UserList, userListRequest } from '../model/user-list.ts';

const PAGE_SIZE = '100';

/** The users of a list, a page at a time; the old ones stay on screen until those of another list are there. */
export const userPages = (list: UserList) =>
  infiniteQueryOptions({
    queryKey: [listAdminUsers.path, 'list', list],
    queryFn: ({ pageParam, signal }) =>
      api.call(listAdminUsers, {
        request: {
          ...userListRequest(list),
          limit: PAGE_SIZE,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

function firstPage(): string | null {
  return null;
}
