import { type StreamCategory, streamOf } from '../../contracts/events/ledger-event.ts';
import type { Deadline } from '../deadline.ts';
import type { CommandHandler } from '../handle-command.ts';
import { type ReservationState, reservation } from './reservation.ts';

type Reservable = Exclude<StreamCategory, 'account' | 'raffle'>;

/**
 * The account that a wallet, an address, a name or a platform account belongs to now, straight from the ledger; undefined when it belongs to nobody.
 * @throws LedgerUnavailable
 */
export async function findOwner(
  handler: CommandHandler,
  category: Reservable,
  value: string,
  deadline?: Deadline,
): Promise<string | undefined> {
  return (await readReservation(handler, category, value, deadline)).owner;
}

/** @throws LedgerUnavailable */
export function readReservation(
  handler: CommandHandler,
  category: Reservable,
  value: string,
  deadline?: Deadline,
): Promise<ReservationState> {
  return handler.read(streamOf(category, value.toLowerCase()), reservation, deadline);
}
