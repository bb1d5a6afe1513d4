import {
  type DefaultError,
  type QueryKey,
  QueryObserver,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery as useLiveQuery,
} from '@tanstack/react-query';
import { AS_IF_ASKED, useFirstAsSent } from './first-as-sent.ts';
import { sentAnswers } from './sent-answers.ts';

/** As that of the library, for a page that was sent drawn. */
export function useQuery<Data = unknown, Fault = DefaultError, Shown = Data, Key extends QueryKey = QueryKey>(
  options: UseQueryOptions<Data, Fault, Shown, Key>,
): UseQueryResult<Shown, Fault> {
  return useFirstAsSent(options.queryKey, useLiveQuery(options), () => {
    const asked = sentAnswers.defaultQueryOptions<Data, Fault, Shown, Data, Key>(options);
    return new QueryObserver(sentAnswers, asked).getOptimisticResult(Object.assign(asked, AS_IF_ASKED));
  });
}
