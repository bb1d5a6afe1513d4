import type { ReservationEvent } from '../../contracts/events/reservation.ts';
import type { Decider } from '../decider.ts';

/** Whom a value (a wallet, a name, an address) belongs to. */
export type ReservationState = { readonly owner: string | undefined };

export type ReservationCommand =
  | { readonly type: 'Reserve'; readonly userId: string }
  | { readonly type: 'Release'; readonly userId: string };

/**
 * Makes one value belong to one account: stream `wallet-<address>` and its like. The first append wins; who comes
 * later finds the owner in the state and nothing is appended.
 */
export const reservation: Decider<ReservationState, ReservationCommand, ReservationEvent> = {
  initialState: { owner: undefined },
  decide(command, state) {
    switch (command.type) {
      case 'Reserve':
        return state.owner === undefined ? [{ type: 'Reserved', data: { userId: command.userId } }] : [];
      case 'Release':
        return state.owner === command.userId ? [{ type: 'Released', data: { userId: command.userId } }] : [];
    }
  },
  evolve(_, event) {
    return { owner: event.type === 'Reserved' ? event.data.userId : undefined };
  },
};
