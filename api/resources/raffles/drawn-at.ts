import { streamOf } from '../../../contracts/events/ledger-event.ts';
import { LedgerUnavailable } from '../../../ledger/domain-error.ts';
import type { Parts } from '../../http/serve.ts';

/** A raffle is committed, frozen and drawn before any of its prizes is settled, behind revisions that were taken. */
const PAGE = 10;

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
  for (let next = 0n; ; next += BigInt(PAGE)) {
    const page = await deadline.read((signal) => store.readPage(stream, next, PAGE, signal));
    const drawn = page.find(({ type }) => type === 'RaffleDrawn');
    if (drawn) return drawn.metadata.occurredAt;
    if (page.length < PAGE) {
      throw new LedgerUnavailable(new Error(`the draw of raffle ${raffleId} is not read yet`));
    }
  }
}
