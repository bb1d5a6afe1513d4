import { listRewardRequests } from '../../../../../contracts/api/reward-requests.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

export type RequestState = 'open' | 'over';

/** Rewards that wait for a second admin, or do no more, a page at a time. */
export const rewardRequestPages = (state: RequestState) =>
  pagedQuery(listRewardRequests, { pageSize: 25, key: [state], request: (page) => ({ ...page, state }) });
