import { useEffect, useState } from 'react';
import { readLink } from '../../../../../contracts/api/email.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import { api } from '../../../lib/api/api.ts';
import { errorText, isOutcomeUnknown, isRefusedAs } from '../../../lib/api/api-error.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { createVerifyOnce, type Verified } from './verify-once.ts';

export type LinkOfAnother = ResponseOf<typeof readLink> & {
  readonly signedInAs: NonNullable<ResponseOf<typeof readLink>['signedInAs']>;
};

export type Verification =
  | { readonly status: 'verifying' }
  | { readonly status: 'verified'; readonly answer: Verified }
  | { readonly status: 'failed'; readonly message: string }
  /** Another account is signed in than the link's: nothing has happened, and a person decides. */
  | { readonly status: 'asking'; readonly link: LinkOfAnother; readonly agree: () => void }
  /** Neither a yes nor a no came: the server may have used the token. */
  | { readonly status: 'processing'; readonly tryAgain: () => void };

const once = createVerifyOnce(api, tabMemory());

/** Undefined where the browser forbids storage. */
function tabMemory(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

type Attempt = {
  readonly number: number;
  /** The account that the person agreed to verify the mailbox for. */
  readonly account?: string;
};

export function useEmailVerification(token: string): Verification {
  const [attempt, setAttempt] = useState<Attempt>({ number: 0 });
  const [state, setState] = useState<Verification>({ status: 'verifying' });

  useEffect(() => {
    let isCurrent = true;
    const next = (changes: Partial<Attempt>) =>
      setAttempt((last) => ({ ...last, ...changes, number: last.number + 1 }));
    const { number, account } = attempt;
    const request = { token, ...(account !== undefined && { account }) };

    /** Whose link it is; when the session changed meanwhile, the link is simply tried again. */
    const ask = async (): Promise<Verification> => {
      const { account: ofLink, signedInAs } = await api.call(readLink, { request: { token } });
      if (signedInAs === null) return { status: 'processing', tryAgain: () => next({}) };
      const link = { account: ofLink, signedInAs };
      return { status: 'asking', link, agree: () => next({ account: ofLink.userId }) };
    };
    const verify = async (): Promise<Verification> => {
      const answer = await (number === 0 ? once.verify(request) : once.again(request));
      void refreshAccount();
      return { status: 'verified', answer };
    };
    const failed = (error: unknown): Verification => {
      if (isOutcomeUnknown(error)) return { status: 'processing', tryAgain: () => next({}) };
      // By this link, opened before or elsewhere, or by another one: the page may not know yet.
      if (isRefusedAs(error, 'VerifiedAlready')) void refreshAccount();
      return { status: 'failed', message: errorText(error) };
    };

    setState({ status: 'verifying' });
    verify()
      .catch((error: unknown) => (isRefusedAs(error, 'AnotherAccount') ? ask() : failed(error)))
      .catch(failed)
      .then((outcome) => {
        if (isCurrent) setState(outcome);
      });
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);

  return state;
}
