import { v4 as uuid } from 'uuid';
import { isOutcomeUnknown } from './api-error.ts';

/**
 * The Idempotency-Key of an act: made before it is first sent and kept while its outcome is unknown, so that
 * trying again can never apply it twice. A known outcome, or other input, ends the act.
 */
export type CommandKey = {
  readonly keyFor: (input: unknown) => string;
  readonly succeeded: () => void;
  readonly failed: (error: unknown) => void;
};

export function createCommandKey(newKey: () => string = uuid): CommandKey {
  let act: { readonly input: string; readonly key: string } | undefined;
  return {
    keyFor(input) {
      const text = JSON.stringify(input) ?? '';
      if (act?.input !== text) act = { input: text, key: newKey() };
      return act.key;
    },
    succeeded() {
      act = undefined;
    },
    failed(error) {
      if (!isOutcomeUnknown(error)) act = undefined;
    },
  };
}
