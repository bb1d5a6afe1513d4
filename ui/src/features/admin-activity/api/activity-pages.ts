import type * as z from 'zod/mini';
import { activityHistory, type activityType } from '../../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

export type ActivityType = z.infer<typeof activityType>;
export type AdminActivity = ResponseOf<typeof activityHistory>['activities'][number];

/** What admins did, newest first, of one type or of all, a page at a time. */
export const activityPages = (type: ActivityType | 'all') =>
  pagedQuery(activityHistory, {
    key: [type],
    pageSize: 50,
    request: (page) => ({ ...page, ...(type !== 'all' && { type }) }),
  });
