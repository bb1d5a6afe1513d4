import { infiniteQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { activityHistory, type activityType } from '../../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { api } from '../../../lib/api/api.ts';

export type ActivityType = z.infer<typeof activityType>;
export type AdminActivity = ResponseOf<typeof activityHistory>['activities'][number];

const PAGE_SIZE = '50';

/** What admins did, newest first, of one type or of all, a page at a time. */
export const activityPages = (type: ActivityType | 'all') =>
  infiniteQueryOptions({
    queryKey: [activityHistory.path, type],
    queryFn: ({ pageParam, signal }) =>
      api.call(activityHistory, {
        request: {
          limit: PAGE_SIZE,
          ...(type !== 'all' && { type }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }) => nextCursor,
  });

function firstPage(): string | null {
  return null;
}
