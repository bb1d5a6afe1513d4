import {
  type DefaultError,
  type InfiniteData,
  InfiniteQueryObserver,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery as useLiveInfiniteQuery,
} from '@tanstack/react-query';
import { AS_IF_ASKED, useFirstAsSent } from './first-as-sent.ts';
import { sentAnswers } from './sent-answers.ts';

/** As that of the library, for a page that was sent drawn. */
export function useInfiniteQuery<
  Data,
  Fault = DefaultError,
  Shown = InfiniteData<Data>,
  Key extends QueryKey = QueryKey,
  Page = unknown,
>(options: UseInfiniteQueryOptions<Data, Fault, Shown, Key, Page>): UseInfiniteQueryResult<Shown, Fault> {
  return useFirstAsSent(options.queryKey, useLiveInfiniteQuery(options), () => {
    const observer = new InfiniteQueryObserver<Data, Fault, Shown, Key, Page>(sentAnswers, options);
    const asked = sentAnswers.defaultQueryOptions(observer.options);
    return observer.getOptimisticResult(Object.assign(asked, options, AS_IF_ASKED));
  });
}
