import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { logFault } from '../log.ts';
import { isOfAnotherAccount, isOfNobody, UnreadableAnswer } from './api-error.ts';

/** No retries, no polling, no refetch on focus, data never stale: a command invalidates what it changed. */
export function createQueryClient(onSessionMoved: () => void): QueryClient {
  const onError = (error: unknown): void => {
    if (isOfNobody(error) || isOfAnotherAccount(error)) onSessionMoved();
    if (error instanceof UnreadableAnswer) logFault(`unreadable answer of ${error.path}`, error.cause);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        // Offline is an error that the page shows with Retry, not an endless skeleton.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
