import { useEffect, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { errorText, isOutcomeUnknown } from '../../../lib/api/api-error.ts';
import { refreshAccount } from '../../../lib/dashboard/dashboard-query.ts';
import { createVerifyOnce, type Verified } from './verify-once.ts';

export type Verification =
  | { readonly status: 'verifying' }
  | { readonly status: 'verified'; readonly answer: Verified }
  | { readonly status: 'failed'; readonly message: string }
  /** Neither a yes nor a no came: the server may have used the token. */
  | { readonly status: 'processing'; readonly tryAgain: () => void };

const once = createVerifyOnce(api);

export function useEmailVerification(token: string): Verification {
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<Verification>({ status: 'verifying' });

  useEffect(() => {
    let isCurrent = true;
    const show = (next: Verification): void => {
      if (isCurrent) setState(next);
    };
    show({ status: 'verifying' });
    (attempt === 0 ? once.verify(token) : once.again(token)).then(
      (answer) => {
        show({ status: 'verified', answer });
        void refreshAccount();
      },
      (error: unknown) =>
        show(
          isOutcomeUnknown(error)
            ? { status: 'processing', tryAgain: () => setAttempt((count) => count + 1) }
            : { status: 'failed', message: errorText(error) },
        ),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempt]);

  return state;
}
