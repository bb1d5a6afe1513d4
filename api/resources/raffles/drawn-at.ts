import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { Parts } from '../../http/serve.ts';

/** A raffle is committed, frozen and drawn before any of its prizes is settled. */
const EVENTS_TO_DRAW = 3;

/**
 * When the ledger says that a raffle was drawn, however long ago that is by now.
 * @throws LedgerUnavailable, also where the node that was asked does not know of the draw yet
 */
export async function drawnAtOf(
  { handler, store }: Pick<Parts, 'handler' | 'store'>,
  raffleId: string,
): Promise<string> {
  const stream = streamOf('raffle', raffleId);
  const deadline = handler.newDeadline();
  const events = await deadline.read((signal) => store.readPage(stream, 0n, EVENTS_TO_DRAW, signal));
  const drawn = events.find(({ type }) => type === 'RaffleDrawn');
  if (!drawn) throw new LedgerUnavailable(new Error(`the draw of raffle ${raffleId} is not read yet`));
  return drawn.metadata.occurredAt;
}
