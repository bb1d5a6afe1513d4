import { v4 as uuid } from 'uuid';
import { isOfAnotherAccount, isOfNobody, isOutcomeUnknown } from './api-error.ts';

/**
 * The Idempotency-Key of an act: made before it is first sent and kept while its outcome is unknown, so that
 * trying again can never apply it twice. A known outcome, or other input, ends the act.
 */
export type CommandKey = {
  readonly keyFor: (input: unknown) => string;
  readonly succeeded: () => void;
  readonly failed: (error: unknown) => void;
};

/** Acts whose outcome is unknown, by whose they are, what they are and their input. */
export type OpenActs = Map<string, string>;

/**
 * @param open outlives the form: who has to sign in again, and then sends the same once more, means the same act
 * @param scope tells the acts of one account and one call from others; asked when an act is sent
 */
export function createCommandKey(
  newKey: () => string = uuid,
  open: OpenActs = new Map(),
  scope: () => string = () => '',
): CommandKey {
  let act: { readonly key: string; readonly name: string } | undefined;

  function end(): void {
    if (act) open.delete(act.name);
    act = undefined;
  }

  return {
    keyFor(input) {
      const name = `${scope()} ${JSON.stringify(input) ?? ''}`;
      if (act?.name !== name) act = { key: open.get(name) ?? newKey(), name };
      return act.key;
    },
    succeeded: end,
    failed(error) {
      // Who is not signed in (any more) was refused before anyone looked at the act: an earlier sending may have landed.
      if (isOutcomeUnknown(error)) {
        if (act) open.set(act.name, act.key);
      } else if (!isOfNobody(error) && !isOfAnotherAccount(error)) end();
    },
  };
}
