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
export const refreshAccount = (): Promise<void> => refresh([...figurePaths, getSocial.path]);

/** After a platform was seen to have paid: everything but what said so. */
export const refreshFigures = (): Promise<void> => refresh(figurePaths);

const refresh = (paths: readonly string[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.includes(String(queryKey[0])) });

const figurePaths = [
  getDashboard,
  getLeaderboard,
  getTransactions,
  getReferrals,
  explainFigure,
  getHistory,
].map(({ path }) => path);
