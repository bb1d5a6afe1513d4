import { infiniteQueryOptions } from '@tanstack/react-query';
import { getTransactions } from '../../../../../contracts/api/dashboard.ts';
import { api } from '../../../lib/api/api.ts';

const PAGE_SIZE = '25';

/** The session's transactions, newest first, a page at a time. */
export const transactionPages = infiniteQueryOptions({
  queryKey: [getTransactions.path],
  queryFn: ({ pageParam, signal }) =>
    api.call(getTransactions, {
      request: { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: firstPage(),
  getNextPageParam: ({ nextCursor }) => nextCursor,
});

function firstPage(): string | null {
  return null;
}
