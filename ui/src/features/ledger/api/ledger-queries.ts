import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { getLedgerAt, getLedgerDifference, getOwnBalanceAt } from '../../../../../contracts/api/ledger-at.ts';
import {
  getLedgerEvent,
  listLedgerEvents,
  listOwnLedgerEvents,
} from '../../../../../contracts/api/ledger-log.ts';
import { getReceipt, getSeals } from '../../../../../contracts/api/ledger-seals.ts';
import { api } from '../../../lib/api/api.ts';
import { metaOf } from '../../../lib/api/endpoint-query.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';

export type Seals = ResponseOf<typeof getSeals>;
export type Seal = Seals['seals'][number];
export type Witness = Seals['witnesses'][number];
export type LedgerAt = ResponseOf<typeof getLedgerAt>;
export type Difference = ResponseOf<typeof getLedgerDifference>;
export type LogPage = ResponseOf<typeof listLedgerEvents>;
export type EventAnswer = ResponseOf<typeof getLedgerEvent>;

/** Milliseconds between two questions whether something is new, while the page is looked at. */
const NEWS_MS = 5_000;
/** The same for sums of the whole ledger. */
const SUMS_MS = 15_000;
/** Milliseconds until an event that waits for its seal, or a seal that waits for its witnesses, is asked for again. */
const UNSEALED_MS = 3_000;
/** Milliseconds that an answer about a moment is kept when nobody looks at it: a slider leaves many behind. */
const MOMENT_KEPT_MS = 60_000;
const PAGE_SIZE = 25;

/** How far the ledger is sealed, by whom, and who has witnessed it; with the newest seal alone. */
export const sealStateQuery = queryOptions<Seals>({
  queryKey: [getSeals.path, 'newest'],
  meta: metaOf(getSeals),
  queryFn: ({ signal }) => api.call(getSeals, { request: { limit: '1' }, signal }),
  refetchInterval: NEWS_MS,
});

export const sealPages = pagedQuery(getSeals, { key: ['list'], pageSize: 10, request: (page) => page });

/** What events a list shows; an empty text: all of them. */
export type LogFilter = { readonly type: string; readonly stream: string };

const asked = ({ type, stream }: LogFilter) => ({ ...(type && { type }), ...(stream && { stream }) });

export const logPages = (filter: LogFilter) =>
  pagedQuery(listLedgerEvents, {
    key: ['list', filter.type, filter.stream],
    pageSize: PAGE_SIZE,
    request: (page) => ({ ...page, ...asked(filter) }),
  });

/** The newest page of the same list, again and again, for telling that there is something new. */
export const newestLogQuery = (filter: LogFilter) =>
  queryOptions<LogPage>({
    queryKey: [listLedgerEvents.path, 'newest', filter.type, filter.stream],
    meta: metaOf(listLedgerEvents),
    queryFn: ({ signal }) =>
      api.call(listLedgerEvents, { request: { limit: String(PAGE_SIZE), ...asked(filter) }, signal }),
    staleTime: 0,
    refetchInterval: NEWS_MS,
  });

/** Asked again whenever they are shown: whoever comes back to them looks for what they have just done. */
export const ownLogPages = (userId: string) => ({
  ...pagedQuery(listOwnLedgerEvents, { key: [userId], pageSize: PAGE_SIZE, request: (page) => page }),
  staleTime: 0,
});

/** One event; asked for again until a seal holds it. */
export const eventQuery = (eventId: string) =>
  queryOptions<EventAnswer>({
    queryKey: [listLedgerEvents.path, 'one', eventId],
    meta: metaOf(getLedgerEvent),
    queryFn: ({ signal }) => api.call(getLedgerEvent, { params: { eventId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data && data.line.index !== null && !data.line.isSealed ? UNSEALED_MS : false,
  });

/**
 * The receipt of an event; asked for again until it is whole.
 * @param isWhole whether it has its seal, and the cosignatures that there will be
 */
export const receiptQuery = (eventId: string, isWhole: (receipt: ResponseOf<typeof getReceipt>) => boolean) =>
  queryOptions<ResponseOf<typeof getReceipt>>({
    queryKey: [getReceipt.path, eventId],
    meta: metaOf(getReceipt),
    queryFn: ({ signal }) => api.call(getReceipt, { params: { eventId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && !isWhole(state.data) ? UNSEALED_MS : false),
  });

/**
 * The ledger at a moment; without one: now, which is asked for again. While another moment is on its way the one
 * before stands, and an answer to a moment that is not asked about any more is nobody's.
 */
export const ledgerAtQuery = (at: string | undefined) =>
  queryOptions<LedgerAt>({
    queryKey: [getLedgerAt.path, at ?? 'now'],
    meta: metaOf(getLedgerAt),
    queryFn: ({ signal }) => api.call(getLedgerAt, { request: at === undefined ? {} : { at }, signal }),
    placeholderData: keepPreviousData,
    gcTime: MOMENT_KEPT_MS,
    ...(at === undefined && { staleTime: 0, refetchInterval: SUMS_MS }),
  });

/** What the account that is signed in had at a moment; without one: now, which moves on as the books of now do. */
export const ownBalanceQuery = (userId: string, at: string | undefined) =>
  queryOptions<ResponseOf<typeof getOwnBalanceAt>>({
    queryKey: [getOwnBalanceAt.path, userId, at ?? 'now'],
    queryFn: ({ signal }) => api.call(getOwnBalanceAt, { request: at === undefined ? {} : { at }, signal }),
    placeholderData: keepPreviousData,
    gcTime: MOMENT_KEPT_MS,
    ...(at === undefined && { staleTime: 0, refetchInterval: SUMS_MS }),
  });

/**
 * What changed between two moments; `to` undefined: until now, which is where the ledger ended as the first page was
 * read. The events of all pages are those that its sums are of.
 */
export const differencePages = (from: string, to: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [getLedgerDifference.path, from, to ?? 'now'],
    meta: metaOf(getLedgerDifference),
    queryFn: ({ pageParam, signal }): Promise<Difference> =>
      api.call(getLedgerDifference, { request: { from, ...pageParam }, signal }),
    initialPageParam: firstOfDifference(to),
    getNextPageParam: ({ nextCursor, to: end }) =>
      nextCursor === null
        ? null
        : { ...firstOfDifference(end.ledgerPosition ?? undefined), cursor: nextCursor },
    gcTime: MOMENT_KEPT_MS,
  });

function firstOfDifference(to: string | undefined): { readonly to?: string; readonly cursor?: string } {
  return to === undefined ? {} : { to };
}
