import { v4 as uuid } from 'uuid';
import * as z from 'zod/mini';
import { verifyEmail } from '../../../../../contracts/api/email.ts';
import type { RequestOf, ResponseOf } from '../../../../../contracts/api/endpoint.ts';
import type { ApiClient } from '../../../lib/api/client.ts';
import { logFault } from '../../../lib/log.ts';
import { VERIFIED_KEY, VERIFYING_KEY } from '../../../lib/storage/browser-storage.ts';

export type Verified = ResponseOf<typeof verifyEmail>;

/** The token, and the account that a person was shown and agreed to, where they were asked. */
export type Verify = RequestOf<typeof verifyEmail>;

/** Uses up the token of a link. */
export type VerifyOnce = {
  /** However often it is called with one request before it is answered, it is sent once; a page that is loaded again sends the same one. */
  readonly verify: (request: Verify) => Promise<Verified>;
  /** After an unknown outcome: the same request once more, under the same Idempotency-Key. */
  readonly again: (request: Verify) => Promise<Verified>;
};

type Memory = Pick<Storage, 'getItem' | 'setItem'>;

/**
 * Made outside React, whose StrictMode starts every effect twice.
 * @param memory of the tab: what was sent for a link, and what it came to, outlive a reload there; of the newest link alone
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
    const before = readKept(memory, VERIFYING_KEY, begun);
    const keyBefore = before && nameOf(before) === name ? before.key : undefined;
    const idempotencyKey = keys.get(name) ?? keyBefore ?? newKey();
    keys.set(name, idempotencyKey);
    keep(memory, VERIFYING_KEY, { ...request, key: idempotencyKey });
    const answer = api.call(verifyEmail, { request, idempotencyKey }).then((verified) => {
      keep(memory, VERIFIED_KEY, { token: request.token, answer: verified });
      // It names a mailbox: it is known from that memory alone, which an erasure and a disconnect forget.
      sent.delete(name);
      keys.delete(name);
      return verified;
    });
    sent.set(name, answer);
    // Who comes back to the link may be another one by then, or have a better connection.
    answer.catch(() => sent.get(name) === answer && sent.delete(name));
    return answer;
  }

  /** With what a person had agreed to before the page was loaded again. */
  function asBegun(request: Verify): Verify {
    const before = request.account === undefined ? readKept(memory, VERIFYING_KEY, begun) : undefined;
    return before?.token === request.token ? { ...request, account: before.account } : request;
  }

  function keptOf({ token, account }: Verify): Promise<Verified> | undefined {
    // Whoever has just agreed to something has not been answered yet.
    if (account !== undefined && readKept(memory, VERIFYING_KEY, begun)?.account !== account)
      return undefined;
    const verified = readKept(memory, VERIFIED_KEY, cameTo);
    return verified?.token === token ? Promise.resolve(verified.answer) : undefined;
  }

  return {
    verify(request) {
      const own = asBegun(request);
      return sent.get(nameOf(own)) ?? keptOf(request) ?? send(own);
    },
    again: (request) => send(asBegun(request)),
  };
}

const cameTo = z.object({ token: z.string(), answer: verifyEmail.response });
const begun = z.object({ token: z.string(), account: z.optional(z.string()), key: z.string() });

/** For a page that is loaded again. In a browser that forbids storage the server says of a used link that it was used. */
function keep(memory: Memory | undefined, key: string, what: z.infer<typeof cameTo | typeof begun>): void {
  try {
    memory?.setItem(key, JSON.stringify(what));
  } catch (error) {
    logFault('keeping what became of a link', error);
  }
}

/** Undefined where nothing is kept, or nothing that can be read. */
function readKept<Kept>(
  memory: Memory | undefined,
  key: string,
  form: z.ZodMiniType<Kept>,
): Kept | undefined {
  try {
    return form.parse(JSON.parse(memory?.getItem(key) ?? 'null'));
  } catch {
    return undefined;
  }
}

const nameOf = ({ token, account = '' }: Verify): string => `${token}/${account}`;
