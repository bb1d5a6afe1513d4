import { type AppendStore, appendWithCertainty, type OutcomeUnknown } from './append.ts';
import type { HeldRight } from './authorize.ts';
import { ATTEMPT_LIMIT_MS, Deadline, TIME_LIMIT_MS } from './deadline.ts';
import { pause, type Timing } from './timing.ts';

/** Milliseconds between two attempts to learn what became of an act. */
const CLOSING_PAUSE = 1_000;

/**
 * Holds a right until the act that it was taken for stands in the ledger or can come to stand there no more: its
 * bytes are sent again until the store says yes or no. Of one that is lost nothing is sent any more: whoever has closed what
 * was written down of it, or has never heard of it, goes by that.
 */
export async function holdUntilCertain(
  { store, timing }: { readonly store: AppendStore; readonly timing: Timing },
  { proposal }: OutcomeUnknown,
  held: HeldRight,
  closing: AbortSignal,
): Promise<void> {
  const { events, expected = -1n } = proposal;
  const isLost = () => held.isLost?.() === true;
  const whileHeld: AppendStore = {
    ...store,
    append: (...call) => (isLost() ? Promise.reject(new Error('the right is lost')) : store.append(...call)),
  };
  while (!closing.aborted && !isLost()) {
    try {
      const deadline = new Deadline(TIME_LIMIT_MS, ATTEMPT_LIMIT_MS, timing);
      const { kind } = await appendWithCertainty(whileHeld, proposal, deadline);
      if (kind === 'appended') await held.onAppended?.(expected + BigInt(events.length));
      return await held[Symbol.asyncDispose]();
    } catch {
      await pause(timing, CLOSING_PAUSE, closing);
    }
  }
  held.abandon?.();
}
