import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Endpoint, RequestOf, ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { api, shownWallet } from './api.ts';
import { createCommandKey, type OpenActs } from './command-key.ts';

const openActs: OpenActs = new Map();

/**
 * A command as a mutation; `params` fill the `:name` segments of its path. Calling it again after an unknown
 * outcome sends the same Idempotency-Key.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  onSuccess: (response: ResponseOf<E>) => unknown,
  params: Readonly<Record<string, string>> = {},
): UseMutationResult<ResponseOf<E>, Error, RequestOf<E>> {
  const scope = () => [shownWallet(), endpoint.path, ...Object.values(params)].join(' ');
  const [commandKey] = useState(() => createCommandKey(undefined, openActs, scope));
  return useMutation<ResponseOf<E>, Error, RequestOf<E>>({
    mutationFn: (request) =>
      api.call(endpoint, { params, request, idempotencyKey: commandKey.keyFor(request) }),
    onSuccess: (response) => {
      commandKey.succeeded();
      return onSuccess(response);
    },
    onError: commandKey.failed,
  });
}
