import { v4 as uuid } from 'uuid';
import { verifyEmail } from '../../../../../contracts/api/email.ts';
import type { ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { ApiClient } from '../../../lib/api/client.ts';

export type Verified = ResponseOf<typeof verifyEmail>;

/** Uses up the token of a link. */
export type VerifyOnce = {
  /** However often it is called for one token, one request is sent. */
  readonly verify: (token: string) => Promise<Verified>;
  /** After an unknown outcome: the same request once more, under the same Idempotency-Key. */
  readonly again: (token: string) => Promise<Verified>;
};

/** Made outside React, whose StrictMode starts every effect twice. */
export function createVerifyOnce(api: Pick<ApiClient, 'call'>, newKey: () => string = uuid): VerifyOnce {
  const keys = new Map<string, string>();
  const sent = new Map<string, Promise<Verified>>();

  function send(token: string): Promise<Verified> {
    const idempotencyKey = keys.get(token) ?? newKey();
    keys.set(token, idempotencyKey);
    const answer = api.call(verifyEmail, { request: { token }, idempotencyKey });
    sent.set(token, answer);
    return answer;
  }
  return { verify: (token) => sent.get(token) ?? send(token), again: send };
}
