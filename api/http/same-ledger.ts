import { comparePositions, formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Authorize } from '../../ledger/authorize.ts';
import type { Deadline } from '../../ledger/deadline.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import type { PositionGate } from '../../projector/position-gate.ts';

export type OnSameLedger = CommandHandler & {
  /**
   * For what is done in Postgres by what the event store holds, and stays done when the right one is back.
   * @throws LedgerUnavailable while it ends before what the read models hold
   */
  assertSame(deadline: Deadline): Promise<void>;
};

/**
 * A handler that acknowledges nothing while the event store ends before what the read models hold: it was put back to an
 * older copy, or is another one, and what is written there is lost when the right one is back. Asked for nothing unless
 * an event is appended where others stood already, or Postgres is to be told of one; from there on each command looks first
 * whether the store is right.
 * @throws LedgerUnavailable beside what `handle` throws; the same command has its one effect on the right store
 */
export function onSameLedger(
  handler: CommandHandler,
  store: Pick<EventStore, 'head'>,
  gate: Pick<PositionGate, 'position'>,
): OnSameLedger {
  let isDoubted = false;

  const assertReaches = async (known: LedgerPosition, deadline = handler.newDeadline()): Promise<void> => {
    const head = await deadline.read(() => store.head());
    isDoubted = !head || comparePositions(head, known) < 0;
    if (!isDoubted) return;
    throw new LedgerUnavailable(
      new Error(`the event store ends before ${formatPosition(known)}, which the read models hold`),
    );
  };
  /** A removal that an older copy has would be waited for in the right store for ever. */
  const toldOfSameLedger =
    (authorize: Authorize, known: LedgerPosition): Authorize =>
    async (use) => {
      const held = await authorize(use);
      const onAppended = held?.onAppended;
      if (!held || !onAppended) return held;
      return {
        ...held,
        async onAppended(revision) {
          await assertReaches(known);
          await onAppended(revision);
        },
      };
    };

  return {
    ...handler,
    async assertSame(deadline) {
      const known = gate.position();
      if (known) await assertReaches(known, deadline);
    },
    async handle(request) {
      const known = gate.position();
      if (known && isDoubted) await assertReaches(known);
      const { authorize } = request;
      const result = await handler.handle(
        known && authorize ? { ...request, authorize: toldOfSameLedger(authorize, known) } : request,
      );
      const { position, replayed } = result;
      // One that was appended before, and is heard of only now, may stand there as well.
      if (known && position && !replayed && comparePositions(position, known) <= 0)
        await assertReaches(known);
      return result;
    },
  };
}
