import type { Authorize } from '../authorize.ts';
import type { HandOf } from './hands.ts';

export type Hands = {
  /** The rights as of now. @throws LedgerUnavailable */
  readonly hands: () => Promise<HandOf>;
  /** Runs before each decision; throws when the actor may not. */
  readonly authorize: Authorize;
};

/**
 * The hands for a decision: those that stand while the right to decide is held. What was seen before that may be over, and
 * so may what was seen for an earlier try.
 * @param look at whatever else the decision rests on; what it throws gives the right back
 */
export function heldHands(
  { hands, authorize }: Hands,
  look: () => Promise<unknown> = async () => undefined,
): { readonly handOf: HandOf; readonly authorize: Authorize } {
  let seen: HandOf = () => undefined;
  return {
    handOf: (wallet) => seen(wallet),
    async authorize(use) {
      const held = await authorize(use);
      try {
        seen = await hands();
        await look();
        return held;
      } catch (refusal) {
        await held?.[Symbol.asyncDispose]();
        throw refusal;
      }
    },
  };
}
