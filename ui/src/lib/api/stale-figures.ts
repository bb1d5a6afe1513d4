import { type Query, type QueryCache, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { isOutcomeUnknown } from './api-error.ts';

/** On screen, and from before a refresh that failed because nobody could answer it. */
export const isStale = (query: Query): boolean =>
  query.isActive() && query.state.data !== undefined && isOutcomeUnknown(query.state.error);

/** Milliseconds since 1970 of the oldest figures on the page that could not be refreshed. */
export function staleSince(cache: QueryCache): number | undefined {
  const ages = cache
    .getAll()
    .filter(isStale)
    .map(({ state }) => state.dataUpdatedAt);
  return ages.length === 0 ? undefined : Math.min(...ages);
}

export const refreshStale = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ predicate: isStale });

export function useStaleSince(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const since = (): number | undefined => staleSince(cache);
  return useSyncExternalStore(
    useCallback((listener) => cache.subscribe(listener), [cache]),
    since,
    () => undefined,
  );
}
