import { getLeaderboard } from '../../../../../contracts/api/dashboard.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

/** Users by total rewards, a page at a time. */
export const leaderboardPages = pagedQuery(getLeaderboard, { pageSize: 50, request: (page) => page });
