import { type StreamCategory, streamOf } from '../../contracts/events/ledger-event.ts';
import type { ReservationEvent } from '../../contracts/events/reservation.ts';
import { LedgerCorrupt, LedgerUnavailable } from '../domain-error.ts';
import type { EventStore } from '../event-store.ts';
import { type ReservationState, reservation } from './reservation.ts';

/**
 * The account that a wallet, an address, a name or a platform account belongs to now, straight from the ledger; undefined when it belongs to nobody.
 * @throws LedgerUnavailable
 */
export async function findOwner(
  store: EventStore,
  category: Exclude<StreamCategory, 'account' | 'raffle'>,
  value: string,
): Promise<string | undefined> {
  let state: ReservationState = reservation.initialState;
  try {
    for await (const event of store.readStream(streamOf(category, value.toLowerCase()), 0n)) {
      // A reservation stream holds reservation events only.
      state = reservation.evolve(state, event as unknown as ReservationEvent);
    }
  } catch (error) {
    if (error instanceof LedgerCorrupt) throw error;
    throw new LedgerUnavailable(error);
  }
  return state.owner;
}
