import { comparePositions, formatPosition, type LedgerPosition } from '../../contracts/ledger-position.ts';
import { LedgerUnavailable } from '../../ledger/domain-error.ts';
import type { EventStore } from '../../ledger/event-store.ts';
import type { CommandHandler } from '../../ledger/handle-command.ts';
import type { PositionGate } from '../../projector/position-gate.ts';

/**
 * A handler that acknowledges nothing while the event store ends before what the read models hold: it was put back to an
 * older copy, or is another one, and what is written there is lost when the right one is back. Asked for nothing unless
 * an event is appended where others stood already; from there on each command looks first whether the store is right.
 * @throws LedgerUnavailable beside what `handle` throws; the same command has its one effect on the right store
 */
export function onSameLedger(
  handler: CommandHandler,
  store: Pick<EventStore, 'head'>,
  gate: Pick<PositionGate, 'position'>,
): CommandHandler {
  let isDoubted = false;

  const assertReaches = async (known: LedgerPosition): Promise<void> => {
    const head = await handler.newDeadline().read(() => store.head());
    isDoubted = !head || comparePositions(head, known) < 0;
    if (!isDoubted) return;
    throw new LedgerUnavailable(
      new Error(`the event store ends before ${formatPosition(known)}, which the read models hold`),
    );
  };

  return {
    ...handler,
    async handle(request) {
      const known = gate.position();
      if (known && isDoubted) await assertReaches(known);
      const result = await handler.handle(request);
      const { position, replayed } = result;
      // One that was appended before, and is heard of only now, may stand there as well.
      if (known && position && !replayed && comparePositions(position, known) <= 0)
        await assertReaches(known);
      return result;
    },
  };
}
