import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { actTexts } from '../../../../contracts/act-messages.ts';
import type { Endpoint, RequestOf, ResponseOf } from '../../../../contracts/api/endpoint.ts';
import { toasts } from '../toast/toast.ts';
import { walletStore } from '../wallet/browser-wallet.ts';
import { signAct } from '../wallet/sign-act.ts';
import { api, queryClient, shownWallet } from './api.ts';
import { ApiError } from './api-error.ts';
import { pathOf } from './client.ts';
import { beginSending, mayBeDone, type Sending, settle } from './command-key.ts';
import { createOpenActs, openForMs } from './open-acts.ts';

const openActsOf = createOpenActs(() => Date.now());

export type Command<E extends Endpoint> = UseMutationResult<ResponseOf<E>, Error, RequestOf<E>> & {
  /** The person is asked by the wallet to sign the act. */
  readonly isSigning: boolean;
  /** Gives the act up while the wallet is asked: a signature that comes later does nothing. */
  readonly withdraw: () => void;
  /** Whether the same was sent and got no answer, be it before the page was loaded again. */
  readonly mayBeDone: (request: RequestOf<E>) => boolean;
  /** What was sent got no answer, and is known to be done all the same: the same is another act from now on. */
  readonly settle: (request: RequestOf<E>) => void;
};

/**
 * A command as a mutation; `params` fill the `:name` segments of its path, and all of them tell its acts from others'. Calling it again after an unknown outcome
 * sends the same Idempotency-Key, also after the page was loaded again. Where the server wants it signed, the wallet is
 * asked, and it is sent again under the same key. Who has signed in as another account since is told nothing of it.
 * @param headers what it says beside its request as it is sent, which does not tell it from other acts
 * @param onError told why an act failed, also when its form is gone by then; not of one that was withdrawn with it
 */
export function useCommand<E extends Endpoint>(
  endpoint: E,
  onSuccess: (response: ResponseOf<E>) => unknown,
  params: Readonly<Record<string, string>> = {},
  onError?: (error: Error) => void,
  headers: () => Readonly<Record<string, string>> = () => ({}),
): Command<E> {
  const [isSigning, setSigning] = useState(false);
  const newest = useRef<Act>(undefined);

  const openActs = () => openActsOf(shownWallet(), openForMs(endpoint));
  const scope = (): string => [shownWallet(), endpoint.path, ...Object.values(params)].join(' ');

  async function send(request: RequestOf<E>): Promise<ResponseOf<E>> {
    const wallet = shownWallet();
    const sending = beginSending(openActs(), scope(), request);
    const act: Act = { step: 'asked', isWithdrawn: false, isReplayed: false, sending, wallet };
    newest.current = act;
    try {
      const response = await answerTo(act, request);
      sending.succeeded();
      if (act.isReplayed && sending.isLate) {
        void queryClient.invalidateQueries();
        throw new DoneBefore();
      }
      return response;
    } catch (error) {
      sending.failed(error);
      throw error;
    }
  }

  async function answerTo(act: Act, request: RequestOf<E>): Promise<ResponseOf<E>> {
    const idempotencyKey = act.sending.key;
    const onReplay = () => {
      act.isReplayed = true;
    };
    const { wallet } = act;
    const call = { params, request, idempotencyKey, onReplay, wallet, headers: headers() };
    try {
      return await api.call(endpoint, call);
    } catch (error) {
      if (!(error instanceof ApiError) || error.body?.error !== 'SignatureNeeded') throw error;
      if (act.isWithdrawn) throw new Withdrawn(act);
    }
    act.step = 'signing';
    setSigning(true);
    const toSign = { operation: pathOf(endpoint, params), input: Object.assign({}, request) };
    const signature = await walletStore
      .dispatch(signAct({ ...toSign, key: idempotencyKey, walletAddress: wallet }))
      .finally(() => {
        // The wallet answers for an act that is no longer wanted, whatever it says: another one may be under way.
        if (act.isWithdrawn) throw new Withdrawn(act);
        setSigning(false);
      });
    act.step = 'signed';
    return api.call(endpoint, { ...call, signature });
  }

  const mutation = useMutation<ResponseOf<E>, Error, RequestOf<E>>({
    mutationFn: (request) => {
      const wallet = shownWallet();
      return send(request).finally(() => {
        if (isOfOther(wallet)) throw new OfOtherAccount();
      });
    },
    onSuccess: (response) => {
      toasts.dismissErrors();
      return onSuccess(response);
    },
    onError: (error) => {
      if (error instanceof OfOtherAccount) return;
      // Whoever withdrew it knows, unless it still had to be heard from the server.
      if (error instanceof Withdrawn && error.act !== newest.current) return;
      onError?.(error);
    },
  });

  // Nobody is there any more who could see what the signature does.
  useEffect(
    () => () => {
      if (newest.current) newest.current.isWithdrawn = true;
      newest.current = undefined;
    },
    [],
  );

  return {
    ...mutation,
    isSigning,
    mayBeDone: (request) => mayBeDone(openActs(), scope(), request),
    settle: (request) => settle(openActs(), scope(), request),
    withdraw() {
      const act = newest.current;
      // What was signed and sent cannot be called back.
      if (!act || act.step === 'signed') return;
      act.isWithdrawn = true;
      // The server's word on what was sent is waited for; the wallet's need not be.
      if (act.step === 'asked') return;
      newest.current = undefined;
      setSigning(false);
      act.sending.failed(new Withdrawn(act));
      mutation.reset();
    },
  };
}

/** One sending: asked of the server, then signed by the wallet where it wants that. */
type Act = {
  step: 'asked' | 'signing' | 'signed';
  isWithdrawn: boolean;
  /** The server had done it before. */
  isReplayed: boolean;
  readonly sending: Sending;
  /** Whose act it is, whoever signs in before it is done; undefined for a visitor's. */
  readonly wallet: string | undefined;
};

/**
 * A sending of some time ago had done it, though its answer was lost. Whoever sends the same now may have seen that,
 * and may mean another act.
 */
export class DoneBefore extends Error {
  constructor() {
    super(actTexts.doneBefore);
    this.name = 'DoneBefore';
  }
}

/** Whether an act is that of another account than the page shows by now. */
function isOfOther(wallet: string | undefined): boolean {
  const shown = shownWallet();
  return wallet !== undefined && shown !== undefined && shown !== wallet;
}

/** Whatever became of the act, there is nobody here to be told. */
class OfOtherAccount extends Error {}

class Withdrawn extends Error {
  readonly act: Act;
  constructor(act: Act) {
    super(actTexts.withdrawn);
    this.name = 'Withdrawn';
    this.act = act;
  }
}
