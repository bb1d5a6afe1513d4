import { type UseMutationResult, type UseQueryResult, useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Endpoint, RequestOf, ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { api } from '../api/api.ts';
import { isRefusal } from '../api/api-error.ts';
import { DRY_RUN } from '../api/dry-run.ts';
import { useQuery } from '../api/use-query.ts';

/** The answer, and why there is none. */
export type DryRun<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isFetching' | 'refetch'>;

/**
 * What a command would do, asked while the dialog that shows it is open. `request` says `dryRun: true`. Asked again and
 * refused, it has no answer any more.
 */
export function useDryRun<E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E> & { readonly dryRun: true },
  params: Readonly<Record<string, string>> = {},
): DryRun<ResponseOf<E>> {
  const { data, error, isFetching, refetch } = useQuery<ResponseOf<E>>({
    queryKey: [endpoint.path, DRY_RUN, request, params],
    queryFn: ({ signal }) => api.call(endpoint, { request, params, signal }),
    gcTime: 0,
    staleTime: 0,
  });
  return { data: isRefusal(error) ? undefined : data, error, isFetching, refetch };
}

/**
 * The same, asked before the dialog opens, where the answer decides how much there is to show: the dialog comes with it
 * and never changes its height. `reset` closes it, and drops an answer that is still to come.
 */
export function useAskFirst<E extends Endpoint>(
  endpoint: E,
  params: Readonly<Record<string, string>> = {},
): UseMutationResult<ResponseOf<E>, Error, RequestOf<E> & { readonly dryRun: true }> {
  return useMutation({ mutationFn: (request) => api.call(endpoint, { request, params }) });
}

/** A value of the answer: undefined before that is there, and a dash where there is none. */
export const shownOf = <Answer>(
  { data, error }: Pick<DryRun<Answer>, 'data' | 'error'>,
  show: (answer: Answer) => ReactNode,
): ReactNode => (data ? show(data) : error ? '—' : undefined);

type Words = { readonly toSign?: string | undefined };

/** What will be signed of an act that always is: null until it is known, undefined where the act would be refused. */
export function wordsToSign({
  data,
  error,
}: Pick<DryRun<Words>, 'data' | 'error'>): string | null | undefined {
  if (data) return data.toSign;
  return error ? undefined : null;
}
