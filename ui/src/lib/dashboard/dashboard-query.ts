import { queryOptions } from '@tanstack/react-query';
import {
  type Dashboard,
  getDashboard,
  getLeaderboard,
  getTransactions,
} from '../../../../contracts/api/dashboard.ts';
import { explainFigure, getHistory } from '../../../../contracts/api/ledger.ts';
import { getReferrals } from '../../../../contracts/api/referrals.ts';
import { getSocial } from '../../../../contracts/api/social.ts';
import { queryClient } from '../api/api.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

/** The one call that feeds the rewards dashboard, kept apart by user. */
export const dashboardQuery = (userId: string) =>
  queryOptions<Dashboard>(endpointQuery(getDashboard, userId));

/** After a command: everything that it may have changed is asked for again, at the position it reached. */
export function refreshAccount(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => accountPaths.has(String(queryKey[0])),
  });
}

/** After a platform was seen to have paid: everything but what said so. */
export function refreshFigures(): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = String(queryKey[0]);
      return accountPaths.has(path) && path !== getSocial.path;
    },
  });
}

const accountPaths = new Set<string>(
  [getDashboard, getLeaderboard, getTransactions, getSocial, getReferrals, explainFigure, getHistory].map(
    ({ path }) => path,
  ),
);
