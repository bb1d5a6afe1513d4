import { type Query, queryOptions } from '@tanstack/react-query';
import { getAdminWallets } from '../../../../contracts/api/admin.ts';
import { adminStats, listAdminUsers } from '../../../../contracts/api/admin-users.ts';
import type { ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { ADMIN_LIST_POLL_MS, REWARD_USER_SEARCH_MAX } from '../../../../contracts/constants.ts';
import { comparePositions, parsePosition } from '../../../../contracts/ledger-position.ts';
import { api, ledgerSync, queryClient } from '../api/api.ts';
import { ApiError } from '../api/api-error.ts';
import { DRY_RUN } from '../api/dry-run.ts';
import { endpointQuery } from '../api/endpoint-query.ts';
import { isStale } from '../api/stale-figures.ts';

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
  const done = queryClient.invalidateQueries({ predicate: isTouched });
  asked = { at: ledgerSync.position(), done };
  owed = new Set();
  return done;
}

/**
 * The same at a word of the server, as often as one comes: what is being asked just then is let come first. Given up at
 * each word, a list that is slower than they come would never be there. What stands there and could not
 * be read anew is owed another question as well: no other word may come that would ask it.
 * @param isNews false: nothing was told since, and only what is owed is asked again
 * @param unanswered told of what could not be answered, and for how many milliseconds the server wants to be left alone
 * @returns whether something was let come, and is owed another question once it is there
 */
export function refreshAtNews(isNews: boolean, unanswered: (pause: number) => void = () => {}): boolean {
  const queries = queryClient
    .getQueryCache()
    .findAll({ predicate: (query) => isTouched(query) && (isNews || owed.has(query.queryHash)) });
  const isUnderWay = ({ state }: Query): boolean => state.fetchStatus === 'fetching';
  owed = new Set(queries.filter(isUnderWay).map(({ queryHash }) => queryHash));
  const free = new Set(queries.filter((query) => !isUnderWay(query)));
  const done = queryClient.invalidateQueries({ predicate: (query) => free.has(query) });
  if (isNews) asked = { at: ledgerSync.position(), done };
  void done.then(() => {
    const failed = [...free].filter(isStale);
    if (failed.length === 0) return;
    owed = new Set([...owed, ...failed.map(({ queryHash }) => queryHash)]);
    unanswered(Math.max(...failed.map(pauseOf)));
  });
  return owed.size > 0;
}

const pauseOf = ({ state: { error } }: Query): number =>
  (error instanceof ApiError ? (error.retryAfter ?? 0) : 0) * 1_000;

/** How many calls it takes to ask for all that is on screen again: a list that was read page by page is so once more. */
export const callsOnScreen = (): number =>
  queryClient
    .getQueryCache()
    .findAll({ type: 'active', predicate: isTouched })
    .reduce((calls, { state: { data } }) => calls + pagesOf(data), 0);

const pagesOf = (data: unknown): number =>
  typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 1;

/** Names of the queries that were let come. */
let owed: ReadonlySet<string> = new Set();

const isTouched = ({ queryKey }: Query): boolean =>
  PREFIXES.some((prefix) => String(queryKey[0]).startsWith(prefix)) && !queryKey.includes(DRY_RUN);

/**
 * The same after the answer to a command of this page. Where the server's message of it came sooner, and everything was
 * asked again for that, it is not asked twice: only what was let come then, which may be from before the act.
 */
export async function refreshAfterAct(): Promise<void> {
  const own = ledgerSync.ownAct();
  if (!asked || own === undefined || !isAsked(own)) return refreshAdmin();
  const late = owed;
  owed = new Set();
  await Promise.all([
    asked.done,
    queryClient.invalidateQueries({ predicate: ({ queryHash }) => late.has(queryHash) }),
  ]);
}

let asked: { readonly at: string | undefined; readonly done: Promise<void> } | undefined;

/**
 * Whether everything was asked again since this page knew of that position, or is owed its question: what was answered is
 * no older.
 */
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
