import type { LedgerPosition } from '../contracts/ledger-position.ts';
import type { Deadline } from './deadline.ts';
import { LedgerFull, LedgerUnavailable } from './domain-error.ts';
import type { EnvelopedEvent } from './envelope.ts';
import type { EventStore } from './event-store.ts';

/** Events, and the revision that they are to follow; always sent to the store in these very bytes. */
export type Proposal = {
  readonly stream: string;
  readonly events: readonly EnvelopedEvent[];
  /** Undefined: the stream must not exist. */
  readonly expected: bigint | undefined;
};

export type CertainOutcome =
  | { readonly kind: 'appended'; readonly position: LedgerPosition }
  | { readonly kind: 'conflict' };

/** The time was up before the store said yes or no: the proposal may stand in the ledger, or come to stand there. */
export class OutcomeUnknown extends LedgerUnavailable {
  readonly proposal: Proposal;
  constructor(proposal: Proposal, cause: unknown) {
    super(cause);
    this.proposal = proposal;
  }
}

/**
 * Sends the same bytes at the same revision until the event store says yes or no. After an unknown outcome that is
 * the only safe step: the store recognises the ids at their original revision, while ids at a later revision would
 * be written twice. An earlier sending that is still under way can no longer succeed once the revision has passed.
 * @throws OutcomeUnknown; LedgerFull, or LedgerUnavailable itself where no time was left to send it, where nothing of it was
 *   stored, or will be
 */
export async function appendWithCertainty(
  store: Pick<EventStore, 'append'>,
  proposal: Proposal,
  deadline: Deadline,
): Promise<CertainOutcome> {
  const { stream, events, expected } = proposal;
  let isSent = false;
  for (let attempt = 0; ; attempt++) {
    const outcome = await deadline
      .once(() => {
        isSent = true;
        return store.append(stream, events, expected);
      })
      .catch((cause: unknown) => ({ kind: 'unknown' as const, cause }));
    if (outcome.kind !== 'unknown') return outcome;
    // Whoever was told that there was no time has had nothing done, and must not have it done later.
    if (!isSent) throw new LedgerUnavailable(outcome.cause);
    // Of what was sent before, and not answered, the store has not said anything by that.
    if (attempt === 0 && outcome.cause instanceof LedgerFull) throw outcome.cause;
    if (deadline.passed) throw new OutcomeUnknown(proposal, outcome.cause);
    // Its end may come first, and what was sent before may still have been stored.
    await deadline.pause(10 * 2 ** Math.min(attempt, 5)).catch((cause: unknown) => {
      throw new OutcomeUnknown(proposal, cause);
    });
  }
}
