import { eventHash } from '../proof/event-hash.ts';
import type { ProofEvent, RaffleProof } from '../proof/proven-raffle.ts';
import { rafflePositionsHash } from '../proof/raffle-proof.ts';

/**
 * As an operator does who writes the whole stream of a raffle anew, so that every hash fits.
 * @param change what is another in an event's data; what it gives as undefined is left out
 */
export function forgedProof(
  { events }: RaffleProof,
  change: (event: ProofEvent, index: number) => object,
): RaffleProof {
  const chained: ProofEvent[] = [];
  for (const [index, event] of events.entries()) {
    const metadata = event.metadata as { prevHash: unknown };
    const prevHash = index < 2 ? metadata.prevHash : chained[index - 1]?.hash;
    const data: unknown = JSON.parse(JSON.stringify({ ...(event.data as object), ...change(event, index) }));
    const whole = { ...event, data, metadata: { ...metadata, prevHash } };
    chained.push({ ...whole, hash: eventHash({ ...whole, revision: BigInt(whole.revision) }) });
  }
  return { events: chained, positionsHash: rafflePositionsHash(chained) };
}
