import { v4 as uuid } from 'uuid';
import { verifyEmail } from '../../../../../contracts/api/email.ts';
import type { RequestOf, ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { ApiClient } from '../../../lib/api/client.ts';

export type Verified = ResponseOf<typeof verifyEmail>;

/** The token, and the account that a person was shown and agreed to, where they were asked. */
export type Verify = RequestOf<typeof verifyEmail>;

/** Uses up the token of a link. */
export type VerifyOnce = {
  /** However often it is called with one request, it is sent once. */
  readonly verify: (request: Verify) => Promise<Verified>;
  /** After an unknown outcome: the same request once more, under the same Idempotency-Key. */
  readonly again: (request: Verify) => Promise<Verified>;
};

/** Made outside React, whose StrictMode starts every effect twice. */
export function createVerifyOnce(api: Pick<ApiClient, 'call'>, newKey: () => string = uuid): VerifyOnce {
  const keys = new Map<string, string>();
  const sent = new Map<string, Promise<Verified>>();

  function send(request: Verify): Promise<Verified> {
    const name = nameOf(request);
    const idempotencyKey = keys.get(name) ?? newKey();
    keys.set(name, idempotencyKey);
    const answer = api.call(verifyEmail, { request, idempotencyKey });
    sent.set(name, answer);
    return answer;
  }
  return { verify: (request) => sent.get(nameOf(request)) ?? send(request), again: send };
}

const nameOf = ({ token, account = '' }: Verify): string => `${token}/${account}`;
