import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { logFault } from '../log.ts';
import { isLostAnswer, isOfAnotherAccount, isOfNobody, UnreadableAnswer } from './api-error.ts';
import { askAgainLater } from './ask-again.ts';

type Faults = {
  /** An answer says that the session is over, or of another account than the page shows. */
  readonly onSessionMoved: () => void;
  readonly onNoAnswer: () => void;
};

/**
 * No retries, no polling, no refetch on focus, data never stale: a command invalidates what it changed, and what is
 * shown is asked for again when the server was away (`refetchWhenReachable`), or could not answer (`askAgainLater`).
 */
export function createQueryClient({ onSessionMoved, onNoAnswer }: Faults): QueryClient {
  const onError = (error: unknown): void => {
    if (isLostAnswer(error)) onNoAnswer();
    if (isOfNobody(error) || isOfAnotherAccount(error)) onSessionMoved();
    if (error instanceof UnreadableAnswer) logFault(`unreadable answer of ${error.path}`, error.cause);
  };
  const askLater = askAgainLater(Math.random);
  return new PageQueries({
    queryCache: new QueryCache({
      onError(error, query) {
        onError(error);
        askLater(error, query);
      },
    }),
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

/**
 * What is asked for the first time while it is to be asked anew may be from before: it is asked once more when it has
 * come. Of itself, react-query is content with what comes.
 */
class PageQueries extends QueryClient {
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const underWay = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    const come = underWay.filter(({ state }) => state.data !== undefined);
    if (come.length > 0) await super.invalidateQueries({ predicate: (query) => come.includes(query) });
  }
}
