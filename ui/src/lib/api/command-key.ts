import { v4 as uuid } from 'uuid';
import { ApiError, isOfAnotherAccount, isOfNobody, isOutcomeUnknown, isOverLimit } from './api-error.ts';

/** An act that may still be applied, or was without anybody knowing. */
export type OpenAct = {
  readonly key: string;
  /** Sendings that were not answered yet. */
  underWay: number;
  /** A sending ended without a word of the server on what it did. */
  isUnknown: boolean;
};

/** By whose they are, what they are and their input. They outlive the form that began them. */
export type OpenActs = {
  readonly get: (name: string) => OpenAct | undefined;
  readonly set: (name: string, act: OpenAct) => void;
  readonly delete: (name: string) => void;
  /** To be told when an act was done: what the acts before it came to may stand no longer. */
  readonly done: () => void;
  /** Whether a moment has passed since the act was last heard of, or another one was done since. */
  readonly isLeft: (name: string) => boolean;
};

/** One sending of an act. What it came to is told once; telling it again changes nothing. */
export type Sending = {
  readonly key: string;
  /** What an earlier sending did may have been seen, and changed, since: its answer is no news of what stands now. */
  readonly isLate: boolean;
  readonly succeeded: () => void;
  readonly failed: (error: unknown) => void;
};

/**
 * Begins to send an act. Its Idempotency-Key is kept while any sending of it may still be applied, so that trying
 * again can never apply it twice; after a known outcome the same input is another act. Acts with other input may be
 * under way beside it.
 * @param scope tells the acts of one account and one call from others
 */
export function beginSending(
  open: OpenActs,
  scope: string,
  input: unknown,
  newKey: () => string = uuid,
): Sending {
  const name = nameOf(scope, input);
  const known = open.get(name);
  const act = known ?? { key: newKey(), underWay: 0, isUnknown: false };
  const isLate = known?.isUnknown === true && open.isLeft(name);
  open.set(name, act);
  act.underWay += 1;
  let isTold = false;

  function tell(isOver: () => boolean): void {
    if (isTold) return;
    isTold = true;
    const isKept = open.get(name) === act;
    act.underWay -= 1;
    const isEnded = isOver();
    if (!isKept) return;
    if (isEnded) open.delete(name);
    else open.set(name, act);
  }

  return {
    key: act.key,
    isLate,
    succeeded: () => {
      // Of an account that was left meanwhile nothing is kept.
      if (open.get(name) === act) open.done();
      tell(() => true);
    },
    failed: (error) =>
      tell(() => {
        // Who is over a limit was refused before anyone looked at the act.
        if (isOutcomeUnknown(error) && !isOverLimit(error)) act.isUnknown = true;
        return isEnd(error, act);
      }),
  };
}

/** Whether an act was sent and nobody has said what became of it. */
export const mayBeDone = (open: OpenActs, scope: string, input: unknown): boolean =>
  open.get(nameOf(scope, input))?.isUnknown === true;

/**
 * For who has read that an act was done, though no sending of it was answered: the same input is another act from now on.
 */
export function settle(open: OpenActs, scope: string, input: unknown): void {
  open.delete(nameOf(scope, input));
  open.done();
}

const nameOf = (scope: string, input: unknown): string => `${scope} ${JSON.stringify(input) ?? ''}`;

/** Whether nothing that was sent of an act can be applied any more, now that a sending ended with this error. */
function isEnd(error: unknown, act: OpenAct): boolean {
  // Who is not signed in (any more) was refused before anyone looked at the act.
  if (isOutcomeUnknown(error) || isOfNobody(error) || isOfAnotherAccount(error)) return false;
  const isOfServer = error instanceof ApiError;
  // Where the person or the wallet gave this sending up, nobody has said what became of those before.
  return act.underWay === 0 && (isOfServer || !act.isUnknown);
}
