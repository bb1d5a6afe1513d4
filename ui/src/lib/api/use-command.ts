import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { actTexts } from '../../../../contracts/act-messages.ts';
import type { Endpoint, RequestOf, ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { walletStore } from '../wallet/browser-wallet.ts';
import { signAct } from '../wallet/sign-act.ts';
import { api, sessionWallet } from './api.ts';
import { ApiError } from './api-error.ts';
import { pathOf } from './client.ts';
import { createCommandKey } from './command-key.ts';

export type Command<E extends Endpoint> = UseMutationResult<ResponseOf<E>, Error, RequestOf<E>> & {
  /** The person is asked by the wallet to sign the act. */
  readonly isSigning: boolean;
  /** Gives the act up while the wallet is asked: a signature that comes later does nothing. */
  readonly withdraw: () => void;
};

/**
 * A command as a mutation; `params` fill the `:name` segments of its path. Calling it again after an unknown
 * outcome sends the same Idempotency-Key. Where the server wants it signed, the wallet is asked, and it is sent again
 * under the same key.
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  onSuccess: (response: ResponseOf<E>) => unknown,
  params: Readonly<Record<string, string>> = {},
): Command<E> {
  const [commandKey] = useState(() => createCommandKey());
  const [isSigning, setSigning] = useState(false);
  /** The act whose signature is waited for. */
  const signing = useRef<symbol>(undefined);

  async function send(request: RequestOf<E>): Promise<ResponseOf<E>> {
    const idempotencyKey = commandKey.keyFor(request);
    const call = { params, request, idempotencyKey };
    try {
      return await api.call(endpoint, call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.body?.error !== 'SignatureNeeded') throw error;
    }
    const own = Symbol();
    signing.current = own;
    setSigning(true);
    try {
      const signature = await walletStore.dispatch(
        signAct({
          operation: pathOf(endpoint, params),
          input: Object.assign({}, request),
          key: idempotencyKey,
          walletAddress: sessionWallet(),
        }),
      );
      if (signing.current !== own) throw new Withdrawn();
      setSigning(false);
      return await api.call(endpoint, { ...call, signature });
    } finally {
      if (signing.current === own) {
        signing.current = undefined;
        setSigning(false);
      }
    }
  }

  const mutation = useMutation<ResponseOf<E>, Error, RequestOf<E>>({
    mutationFn: send,
    onSuccess: (response) => {
      commandKey.succeeded();
      return onSuccess(response);
    },
    // What was withdrawn has given its key up already; the next act may have one by now.
    onError: (error) => (error instanceof Withdrawn ? undefined : commandKey.failed(error)),
  });

  // Nobody is there any more who could see what the signature does.
  useEffect(
    () => () => {
      signing.current = undefined;
    },
    [],
  );

  return {
    ...mutation,
    isSigning,
    withdraw() {
      // What was signed and sent cannot be called back.
      if (!isSigning || signing.current === undefined) return;
      signing.current = undefined;
      setSigning(false);
      commandKey.failed(new Withdrawn());
      mutation.reset();
    },
  };
}

class Withdrawn extends Error {
  constructor() {
    super(actTexts.withdrawn);
    this.name = 'Withdrawn';
  }
}
