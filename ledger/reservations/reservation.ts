import type { ReservationEvent } from '../../contracts/events/reservation.ts';
import type { Decider } from '../decider.ts';

/** Whom a value (a wallet, a name, an address) belongs to. */
export type ReservationState = {
  readonly owner: string | undefined;
  /** How often it was reserved: the number of its newest use. */
  readonly uses: number;
};

export type ReservationCommand =
  | { readonly type: 'Reserve'; readonly userId: string }
  /** Reserves, and begins a new use of what the account has already: an end of an older use is none of this one. */
  | { readonly type: 'BeginUse'; readonly userId: string }
  | { readonly type: 'Release'; readonly userId: string }
  /** Releases when this use is over and no later one has begun. */
  | { readonly type: 'EndUse'; readonly userId: string; readonly use: number };

/**
 * Makes one value belong to one account: stream `wallet-<address>` and its like. The first append wins; who comes
 * later finds the owner in the state and nothing is appended.
 */
export const reservation: Decider<ReservationState, ReservationCommand, ReservationEvent> = {
  initialState: { owner: undefined, uses: 0 },
  decide(command, { owner, uses }) {
    const { userId } = command;
    switch (command.type) {
      case 'Reserve':
        return owner === undefined ? [{ type: 'Reserved', data: { userId } }] : [];
      case 'BeginUse':
        return owner === undefined || owner === userId ? [{ type: 'Reserved', data: { userId } }] : [];
      case 'Release':
        return owner === userId ? [{ type: 'Released', data: { userId } }] : [];
      case 'EndUse':
        return owner === userId && uses === command.use ? [{ type: 'Released', data: { userId } }] : [];
    }
  },
  evolve({ uses }, event) {
    return event.type === 'Reserved'
      ? { owner: event.data.userId, uses: uses + 1 }
      : { owner: undefined, uses };
  },
  snapshotVersion: 1,
};
