import type { LedgerPosition } from '../contracts/ledger-position.ts';
import type { Deadline } from './deadline.ts';
import { LedgerFull, LedgerUnavailable } from './domain-error.ts';
import type { EnvelopedEvent, StreamEnd } from './envelope.ts';
import type { AppendOutcome, EventStore } from './event-store.ts';
import { lookAtEnd } from './look-at-end.ts';

/** Events, and the revision that they are to follow; always sent to the store in these very bytes. */
export type Proposal = {
  readonly stream: string;
  readonly events: readonly EnvelopedEvent[];
  /** Undefined: the stream must not exist. */
  readonly expected: bigint | undefined;
  /** The node by which the event was seen that they follow (`EventStore.node`); the one of now unless given. */
  readonly seenBy?: number;
};

export type CertainOutcome =
  /** `seenBy`: the node that had the event which they follow when they were sent. */
  | { readonly kind: 'appended'; readonly position: LedgerPosition; readonly seenBy: number }
  | { readonly kind: 'conflict' };

/** The time was up before the store said yes or no: the proposal may stand in the ledger, or come to stand there. */
export class OutcomeUnknown extends LedgerUnavailable {
  readonly proposal: Proposal;
  constructor(proposal: Proposal, cause: unknown) {
    super(cause);
    this.proposal = proposal;
  }
}

/** What of a store appends, and says what stands there. */
export type AppendStore = Pick<EventStore, 'append' | 'node' | 'readPage'>;

/**
 * Sends the same bytes at the same revision until the event store says yes or no. After an unknown outcome that is
 * the only safe step: the store recognises the ids at their original revision, while ids at a later revision would
 * be written twice. An earlier sending that is still under way can no longer succeed once the revision has passed.
 * Another node than that by which the event was seen that they follow is asked for it first: where another event stands
 * in its place, they would name one that is not there.
 * @throws OutcomeUnknown; LedgerFull, or LedgerUnavailable itself where no time was left to send it, where nothing of it was
 *   stored, or will be
 */
export async function appendWithCertainty(
  store: AppendStore,
  proposal: Proposal,
  deadline: Deadline,
): Promise<CertainOutcome> {
  const { stream, events, expected } = proposal;
  let { seenBy = store.node() } = proposal;
  const end = endBefore(proposal);
  let isSent = false;
  const send = async (): Promise<AppendOutcome> => {
    const node = store.node();
    const stands = end && node !== seenBy ? await lookAtEnd(store, stream, end, deadline) : 'same';
    if (stands === 'another') return { kind: 'conflict' };
    if (stands === 'same') seenBy = node;
    return deadline.once(() => {
      isSent = true;
      return store.append(stream, events, expected);
    });
  };
  for (let attempt = 0; ; attempt++) {
    const outcome = await send().catch((cause: unknown) => ({ kind: 'unknown' as const, cause }));
    if (outcome.kind === 'appended') return { ...outcome, seenBy };
    if (outcome.kind === 'conflict') return outcome;
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

/** What the first event says of the one before it; undefined at the start of a stream. */
function endBefore({ events: [first], expected }: Proposal): StreamEnd | undefined {
  const hash = first?.metadata.prevHash;
  return expected === undefined || !hash ? undefined : { revision: expected, hash };
}
