import { setTimeout as sleep } from 'node:timers/promises';
import { comparePositions, formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { Deadline } from '../deadline.ts';
import { LedgerUnavailable } from '../domain-error.ts';
import type { StoredEvent } from '../envelope.ts';
import type { EventStore } from '../event-store.ts';

/** An event that was seen, and by which a ledger is known again. What is undefined was not noted at the time. */
export type LedgerMark = {
  readonly position: LedgerPosition;
  readonly eventId: string | undefined;
  /** The ledger's first event: no two ledgers begin with the same one. */
  readonly first: FirstEvent | undefined;
};

export type FirstEvent = { readonly id: string; readonly position: LedgerPosition };

/**
 * The event store does not hold what was read of it before: it was restored from an older backup, or replaced. Nothing
 * may be written after it; it passes when the right one is back.
 */
export class AnotherLedger extends Error {
  constructor(what: string) {
    super(
      `${what}: the event store was restored from an older backup, or is not the one that was followed until now. ` +
        'Nothing is written until the right one is back. If what it holds now is to count, begin anew from it: ' +
        'see "A restored event store" in the README.',
    );
    this.name = 'AnotherLedger';
  }
}

/** Milliseconds for each of the reads. */
const PATIENCE = 5_000;

/** Milliseconds for which who has just begun to lead a cluster may lack its newest events, and between two looks for them. */
const MOMENT = 3_000;
const LOOK_EVERY = 100;

/**
 * Whether the event store still is the one whose event `mark` is. A store that has lost its end, or is another one,
 * would say that the follower has caught up and stay silent, or go on in the middle of other events.
 * @param moment milliseconds for which the end may be missing
 * @throws AnotherLedger, and LedgerUnavailable when it does not answer
 */
export async function assertSameLedger(
  store: Pick<EventStore, 'head' | 'readAt'>,
  mark: LedgerMark,
  moment = MOMENT,
): Promise<void> {
  const at = formatPosition(mark.position);
  const head = await headReaching(store, mark.position, moment);
  if (!head) throw new AnotherLedger(`the ledger is empty, and it has been followed to ${at}`);
  if (comparePositions(head, mark.position) < 0) {
    throw new AnotherLedger(`the ledger ends at ${formatPosition(head)}, and it has been followed to ${at}`);
  }
  const found = await eventAt(store, mark.position);
  if (!found || comparePositions(found.position, mark.position) !== 0) {
    throw new AnotherLedger(`the ledger has no event at ${at}, to which it has been followed`);
  }
  if (mark.eventId !== undefined && found.id !== mark.eventId) {
    throw new AnotherLedger(`the event at ${at} is ${found.id}, and it was ${mark.eventId}`);
  }
  if (mark.first === undefined) return;
  const first = await eventAt(store, mark.first.position);
  if (first?.id === mark.first.id) return;
  throw new AnotherLedger(`the ledger does not begin with the event ${mark.first.id} as it did`);
}

/** The ledger's first event, undefined while it is empty. */
export async function firstEvent(
  store: Pick<EventStore, 'subscribe'>,
  signal: AbortSignal,
): Promise<StoredEvent | undefined> {
  const leave = new AbortController();
  const tooLate = AbortSignal.timeout(PATIENCE);
  const over = AbortSignal.any([signal, leave.signal, tooLate]);
  const onCaughtUp = () => leave.abort();
  try {
    for await (const event of store.subscribe({ after: undefined, signal: over, onCaughtUp })) return event;
  } finally {
    leave.abort();
  }
  if (tooLate.aborted || signal.aborted) throw new LedgerUnavailable(tooLate.reason ?? signal.reason);
  return undefined;
}

/** Where the ledger ends, as soon as it reaches the position; after the moment, wherever it ends. */
async function headReaching(
  store: Pick<EventStore, 'head'>,
  position: LedgerPosition,
  moment: number,
): Promise<LedgerPosition | undefined> {
  const until = performance.now() + moment;
  for (;;) {
    const head = await store.head();
    const isReached = head !== undefined && comparePositions(head, position) >= 0;
    if (isReached || performance.now() >= until) return head;
    await sleep(LOOK_EVERY);
  }
}

async function eventAt(
  store: Pick<EventStore, 'readAt'>,
  position: LedgerPosition,
): Promise<StoredEvent | undefined> {
  try {
    return await new Deadline(PATIENCE, PATIENCE).attempt((signal) => store.readAt(position, signal));
  } catch (error) {
    if (isNoPosition(error)) return undefined;
    throw error;
  }
}

/**
 * EventStoreDB answers a position that is not an event's with UNKNOWN ("InvalidPosition"): it has looked, and found
 * none. https://grpc.io/docs/guides/status-codes/
 */
function isNoPosition(error: unknown): boolean {
  const cause = error instanceof LedgerUnavailable ? error.cause : error;
  return (
    cause instanceof Error &&
    'code' in cause &&
    (cause.code === 2 || cause.code === 3) &&
    /position/i.test(cause.message)
  );
}
