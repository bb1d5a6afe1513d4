import { infiniteQueryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import type { Endpoint, RequestOf, ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { api } from './api.ts';
import { metaOf } from './endpoint-query.ts';

type PagedEndpoint = Endpoint<z.ZodMiniType, z.ZodMiniType<{ readonly nextCursor: string | null }>>;
type Page = { readonly limit: string; readonly cursor?: string };

/** What there is to say of a list that is read page by page, each from the cursor that the page before it gave. */
export type PagedList<E extends PagedEndpoint> = {
  readonly pageSize: number;
  /** Tells this list from others of the same call. */
  readonly key?: readonly unknown[];
  readonly request: (page: Page) => RequestOf<E>;
};

/** The options of `useInfiniteQuery` for a list. */
export const pagedQuery = <E extends PagedEndpoint>(
  endpoint: E,
  { pageSize, key = [], request }: PagedList<E>,
) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, ...key],
    meta: metaOf(endpoint),
    queryFn: ({ pageParam, signal }) => {
      const page = { limit: String(pageSize), ...(pageParam !== null && { cursor: pageParam }) };
      return api.call(endpoint, { request: request(page), signal });
    },
    initialPageParam: firstPage(),
    getNextPageParam: ({ nextCursor }: ResponseOf<E>) => nextCursor,
  });

function firstPage(): string | null {
  return null;
}

/** As react-query gives a list that is read page by page. */
export type MorePages = {
  readonly isFetching: boolean;
  /** The last time that what stands there was asked again failed; not of a next page. */
  readonly isRefetchError: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: (how: { readonly cancelRefetch: false }) => Promise<unknown>;
};

/**
 * Asks for the next page. While the list is asked again it waits: react-query would give that up for the page, and take
 * what stands there, from before an act, for the newest. Where the list could not be asked again, that is tried again
 * instead, for the same reason.
 */
export async function showMore(list: MorePages): Promise<unknown> {
  if (list.isRefetchError && !list.isFetching) return list.refetch();
  const how = { cancelRefetch: false } as const;
  if (list.isFetching) await list.fetchNextPage(how);
  return list.fetchNextPage(how);
}
