import { queryOptions } from '@tanstack/react-query';
import { getAdminWallets } from '../../../../contracts/api/admin.ts';
import { adminStats, listAdminUsers } from '../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { ADMIN_LIST_POLL_MS, REWARD_USER_SEARCH_MAX } from '../../../../contracts/constants.ts';
import { comparePositions, parsePosition } from '../../../../contracts/ledger-position.ts';
import { api, ledgerSync, queryClient } from '../api/api.ts';
import { DRY_RUN } from '../api/dry-run.ts';
import { endpointQuery } from '../api/endpoint-query.ts';

/** Who has admin rights; also what says whether this wallet has them. */
export const adminWalletsQuery = queryOptions<ResponseOf<typeof getAdminWallets>>({
  ...endpointQuery(getAdminWallets),
  refetchInterval: ADMIN_LIST_POLL_MS,
});

export const adminStatsQuery = endpointQuery(adminStats);

/** The few users that match a text, for choosing one of them. */
export const userSearchQuery = (text: string) =>
  queryOptions<ResponseOf<typeof listAdminUsers>>({
    queryKey: [listAdminUsers.path, 'search', text],
    queryFn: ({ signal }) =>
      api.call(listAdminUsers, { request: { search: text, limit: String(REWARD_USER_SEARCH_MAX) }, signal }),
    enabled: text !== '',
    placeholderData: (previous) => previous,
  });

/**
 * After an act of an admin, whoever did it: everything that admins and the raffle page see is asked again, and so is the
 * admin's own account when it is looked at next.
 */
export function refreshAdmin(): Promise<void> {
  const done = queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      PREFIXES.some((prefix) => String(queryKey[0]).startsWith(prefix)) && !queryKey.includes(DRY_RUN),
  });
  asked = { at: ledgerSync.position(), done };
  return done;
}

/**
 * The same after the answer to a command of this page. Where the server's message of it came sooner, and everything was
 * asked again for that, it is not asked twice.
 */
export function refreshAfterAct(): Promise<void> {
  const own = ledgerSync.ownAct();
  return asked && own !== undefined && isAsked(own) ? asked.done : refreshAdmin();
}

let asked: { readonly at: string | undefined; readonly done: Promise<void> } | undefined;

/** Whether everything was asked again since this page knew of that position: what was answered is no older. */
export function isAsked(position: string): boolean {
  const [wanted, known] = [position, asked?.at].map((text) => parsePosition(text ?? ''));
  return wanted !== undefined && known !== undefined && comparePositions(wanted, known) <= 0;
}

/**
 * How far the ledger was as the panel began to ask: who may come in was read before all that it shows. Undefined where
 * some of that is older, from a page that shows it as well or from a panel that stood here before.
 */
export function knownFrom(): string | undefined {
  const wallets = queryClient.getQueryState(adminWalletsQuery.queryKey);
  if (!wallets) return undefined;
  const isOlder = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => /^\/api\/(admin|public)\//.test(String(queryKey[0])) })
    .some(({ state }) => state.data !== undefined && state.dataUpdatedAt < wallets.dataUpdatedAt);
  return isOlder ? undefined : wallets.data?.position;
}

/** What the rewards page shows of the admin's own account; not by their calls, which the raffle page does without. */
const ACCOUNT = [
  '/api/dashboard',
  '/api/leaderboard',
  '/api/transactions',
  '/api/referrals',
  '/api/ledger/explain',
  '/api/ledger/history',
];

const PREFIXES = [
  '/api/admin/',
  '/api/public/raffles',
  '/api/public/latest-raffle',
  '/api/raffles/',
  '/api/music/',
  ...ACCOUNT,
];
