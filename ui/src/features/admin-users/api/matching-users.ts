import { type AdminUser, listAdminUsers } from '../../../../../contracts/api/admin-users.ts';
import { api } from '../../../lib/api/api.ts';
import { type OnLimit, whenReady } from '../../../lib/api/when-ready.ts';
import { type UserList, userListRequest } from '../model/user-list.ts';

/** The largest page that the server gives. */
const PAGE_SIZE = '500';

type Collecting = {
  readonly signal: AbortSignal;
  readonly onPage: (found: number) => void;
  readonly onLimit?: OnLimit;
};

/**
 * Everyone on a list, page by page; `onPage` hears how many there are so far, `onLimit` is as for `whenReady`.
 * @throws the signal's reason once it is aborted
 */
export async function matchingUsers(
  list: UserList,
  { signal, onPage, onLimit }: Collecting,
): Promise<readonly AdminUser[]> {
  const found: AdminUser[] = [];
  // By balance somebody whose balance changes meanwhile goes from one page to another, and may be on none.
  const request = userListRequest({ ...list, sort: 'none' });
  let cursor: string | null = null;
  do {
    const asked = { ...request, limit: PAGE_SIZE, ...(cursor !== null && { cursor }) };
    const page: { users: readonly AdminUser[]; nextCursor: string | null } = await whenReady(
      () => api.call(listAdminUsers, { request: asked, signal }),
      { signal, onLimit },
    );
    signal.throwIfAborted();
    found.push(...page.users);
    onPage(found.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}
