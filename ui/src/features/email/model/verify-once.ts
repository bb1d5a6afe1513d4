import { v4 as uuid } from 'uuid';
import * as z from 'zod/mini';
import { verifyEmail } from '../../../../../contracts/api/email.ts';
import type { RequestOf, ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { ApiClient } from '../../../lib/api/client.ts';
import { logFault } from '../../../lib/log.ts';
import { VERIFIED_KEY } from '../../../lib/storage/browser-storage.ts';

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

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Made outside React, whose StrictMode starts every effect twice.
 * @param memory of the tab: what a link came to outlives a reload there
 */
export function createVerifyOnce(
  api: Pick<ApiClient, 'call'>,
  memory: Memory | undefined,
  newKey: () => string = uuid,
): VerifyOnce {
  const keys = new Map<string, string>();
  const sent = new Map<string, Promise<Verified>>();

  function send(request: Verify): Promise<Verified> {
    const name = nameOf(request);
    const idempotencyKey = keys.get(name) ?? newKey();
    keys.set(name, idempotencyKey);
    const answer = api.call(verifyEmail, { request, idempotencyKey }).then((verified) => {
      keep(memory, request.token, verified);
      return verified;
    });
    sent.set(name, answer);
    return answer;
  }

  function keptOf({ token, account }: Verify): Promise<Verified> | undefined {
    // Whoever has just agreed to something has not loaded the page again.
    const verified = account === undefined ? readKept(memory, token) : undefined;
    return verified && Promise.resolve(verified);
  }
  return {
    verify: (request) => sent.get(nameOf(request)) ?? keptOf(request) ?? send(request),
    again: send,
  };
}

const kept = z.object({ token: z.string(), answer: verifyEmail.response });

/** What a link came to, for a page that is loaded again: the token is used up. A browser that forbids storage asks the server again, which says that the link was used. */
function keep(memory: Memory | undefined, token: string, answer: Verified): void {
  try {
    memory?.setItem(VERIFIED_KEY, JSON.stringify({ token, answer }));
  } catch (error) {
    logFault('keeping what a link came to', error);
  }
}

function readKept(memory: Memory | undefined, token: string): Verified | undefined {
  try {
    const found = kept.parse(JSON.parse(memory?.getItem(VERIFIED_KEY) ?? 'null'));
    return found.token === token ? found.answer : undefined;
  } catch {
    return undefined;
  }
}

const nameOf = ({ token, account = '' }: Verify): string => `${token}/${account}`;
