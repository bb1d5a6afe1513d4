import { queryOptions } from '@tanstack/react-query';
import type { Endpoint, ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { api } from './api.ts';

/** Who may ask: what everybody is answered alike stays whoever signs in, or out (`lib/session`). */
export const metaOf = ({ access }: Endpoint) => ({ access });

/**
 * The query of a GET endpoint whose path is the query key joined with '/'. Segments after the path of the
 * endpoint (a user id, say) tell cached answers apart and are part of the path that is asked.
 */
export function endpointQuery<E extends Endpoint>(endpoint: E, ...segments: readonly string[]) {
  const queryKey = [endpoint.path, ...segments];
  return queryOptions<ResponseOf<E>>({
    queryKey,
    meta: metaOf(endpoint),
    queryFn: ({ signal }) => api.call({ ...endpoint, path: queryKey.join('/') }, { signal }),
  });
}
