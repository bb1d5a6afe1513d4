import { infiniteQueryOptions } from '@tanstack/react-query';
import { getLeaderboard } from '../../../../../contracts/api/dashboard.ts';
import { api } from '../../../lib/api/api.ts';

const PAGE_SIZE = '50';

/** Users by total rewards, a page at a time. */
export const leaderboardPages = infiniteQueryOptions({
  queryKey: [getLeaderboard.path],
  queryFn: ({ pageParam, signal }) =>
    api.call(getLeaderboard, {
      request: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: firstPage(),
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

function firstPage(): string | null {
  return null;
}
