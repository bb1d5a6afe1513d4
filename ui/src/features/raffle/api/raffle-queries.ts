import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import {
  getAdminRaffle,
  getOwnEntry,
  getRaffle,
  getRaffleNames,
  getRaffleProof,
  latestRaffle,
  listRaffles,
} from '../../../../../contracts/api/raffle.ts';
import { api, queryClient } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { metaOf } from '../../../lib/api/endpoint-query.ts';
import { pagedQuery } from '../../../lib/api/paged-query.ts';
import { isUnderWay } from '../model/next-draw.ts';

export type LatestRaffle = ResponseOf<typeof latestRaffle>;
export type RaffleSummary = ResponseOf<typeof listRaffles>['raffles'][number];
export type RaffleDetails = ResponseOf<typeof getRaffle>;

/** The latest drawn raffle; null where there was none. A call that fails shows no raffle either, but says so. */
export const latestRaffleQuery = queryOptions<LatestRaffle | null>({
  queryKey: [latestRaffle.path],
  meta: metaOf(latestRaffle),
  queryFn: async ({ signal }) => {
    if (await isNoneDrawn()) return null;
    try {
      return await api.call(latestRaffle, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null;
      throw error;
    }
  },
  refetchInterval: ({ state: { data } }) =>
    isBehindList(data) ? CATCH_UP_MS : untilPaid(data?.winners ?? []),
});

/** Milliseconds until the latest is asked for again, where the list knows of a newer draw already. */
const CATCH_UP_MS = 1_000;

/** The list is looked at while a draw is waited for, and so it is what tells that there is another latest one. */
function isBehindList(latest: LatestRaffle | null | undefined): boolean {
  const list = queryClient.getQueryData(rafflePages.queryKey);
  const newest = list?.pages[0]?.raffles.find(({ stage }) => isDrawn.has(stage));
  return latest !== undefined && newest !== undefined && newest.number > (latest?.number ?? 0);
}

/**
 * Whether a list of all raffles that is whole has none that was drawn: then there is nothing to ask for, and the
 * browser has no failed call to report. Where the list cannot be had, the call itself shall say.
 */
async function isNoneDrawn(): Promise<boolean> {
  try {
    const { pages } = await queryClient.fetchInfiniteQuery({ ...rafflePages, staleTime: 0 });
    const isWhole = pages.at(-1)?.nextCursor === null;
    return isWhole && pages.every(({ raffles }) => raffles.every(({ stage }) => !isDrawn.has(stage)));
  } catch {
    return false;
  }
}

const isDrawn: ReadonlySet<RaffleSummary['stage']> = new Set(['drawn', 'completed']);

/** Every raffle that was ever started, newest first. */
export const rafflePages = infiniteQueryOptions({
  ...pagedQuery(listRaffles, { key: ['list'], pageSize: 10, request: (page) => page }),
  refetchInterval: ({ state }) => {
    const raffles = state.data?.pages.flatMap((page) => page.raffles) ?? [];
    return untilDrawn(raffles.filter(isUnderWay)) || untilCompleted(raffles);
  },
});

export const raffleQuery = (raffleId: string) =>
  queryOptions<RaffleDetails>({
    queryKey: [listRaffles.path, raffleId],
    meta: metaOf(getRaffle),
    queryFn: ({ signal }) => api.call(getRaffle, { params: { raffleId }, signal }),
    refetchInterval: refetchUntilPaid,
  });

/** As `raffleQuery`, with what each winner can claim: for admins. */
export const adminRaffleQuery = (raffleId: string) =>
  queryOptions<RaffleDetails>({
    queryKey: [getAdminRaffle.path, raffleId],
    queryFn: ({ signal }) => api.call(getAdminRaffle, { params: { raffleId }, signal }),
    refetchInterval: refetchUntilPaid,
  });

/** Milliseconds until the next look at raffles that are under way; one that is overdue may wait for days. */
function untilDrawn(underWay: readonly RaffleSummary[]): number | false {
  if (underWay.length === 0) return false;
  return underWay.every(({ round }) => round?.isOverdue) ? 60_000 : 2_000;
}

/** Milliseconds until the next look at a draw some of whose prizes an admin has still to send. */
const UNPAID_MS = 30_000;

const untilCompleted = (raffles: readonly RaffleSummary[]): number | false =>
  raffles.some(({ stage }) => stage === 'drawn') && UNPAID_MS;

const untilPaid = (winners: RaffleDetails['winners']): number | false =>
  winners.some(({ status }) => status === 'open') && UNPAID_MS;

const refetchUntilPaid = ({
  state: { data },
}: {
  readonly state: { readonly data: RaffleDetails | undefined };
}) => data !== undefined && (untilDrawn([data.raffle].filter(isUnderWay)) || untilPaid(data.winners));

export const raffleProofQuery = (raffleId: string) =>
  queryOptions<ResponseOf<typeof getRaffleProof>>({
    queryKey: ['raffle-proof', raffleId],
    queryFn: ({ signal }) => api.call(getRaffleProof, { params: { raffleId }, signal }),
    // Asked anew each time that somebody verifies.
    gcTime: 0,
    staleTime: 0,
  });

/** Names for the wheel; where they cannot be had the show goes on without. */
export const raffleNamesQuery = (raffleId: string) =>
  queryOptions<ResponseOf<typeof getRaffleNames>>({
    queryKey: ['raffle-names', raffleId],
    queryFn: ({ signal }) => api.call(getRaffleNames, { params: { raffleId }, signal }),
  });

export const ownEntryQuery = (raffleId: string, userId: string) =>
  queryOptions<ResponseOf<typeof getOwnEntry>>({
    queryKey: ['/api/raffles/entry', raffleId, userId],
    queryFn: ({ signal }) => api.call(getOwnEntry, { params: { raffleId }, signal }),
  });
