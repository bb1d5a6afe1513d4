import type { ReservationEvent } from '../../contracts/events/reservation.ts';
import type { Decider } from '../decider.ts';

/** Whom a value (a wallet, a name, an address) belongs to. */
export type ReservationState = {
  readonly owner: string | undefined;
  /** The uses that the owner has begun and not ended, by their numbers; none while it belongs to nobody. */
  readonly live: ReadonlySet<number>;
  /** How many uses were ever begun: the number of the newest. */
  readonly uses: number;
  /** Whether the owner has proved that it is theirs. */
  readonly confirmed: boolean;
};

export type ReservationCommand =
  | { readonly type: 'Reserve'; readonly userId: string }
  /** Reserves, and begins one more use of what the account has already: the end of another use is none of this one. */
  | { readonly type: 'BeginUse'; readonly userId: string }
  | { readonly type: 'Release'; readonly userId: string }
  /** Makes it the owner's for good; of all who want it, whoever comes first. */
  | { readonly type: 'Confirm'; readonly userId: string }
  /** Releases what its owner has not confirmed, for somebody who can. */
  | { readonly type: 'ReleaseUnconfirmed'; readonly userId: string }
  /** Ends one use; with the last one the value goes free. */
  | { readonly type: 'EndUse'; readonly userId: string; readonly use: number };

/**
 * Makes one value belong to one account: stream `wallet-<address>` and its like. The first append wins; who comes
 * later finds the owner in the state and nothing is appended.
 */
export const reservation: Decider<ReservationState, ReservationCommand, ReservationEvent> = {
  initialState: { owner: undefined, live: new Set(), uses: 0, confirmed: false },
  decide(command, { owner, live, confirmed }) {
    const { userId } = command;
    switch (command.type) {
      case 'Reserve':
        return owner === undefined ? [{ type: 'Reserved', data: { userId } }] : [];
      case 'BeginUse':
        return owner === undefined || owner === userId ? [{ type: 'Reserved', data: { userId } }] : [];
      case 'Release':
        return owner === userId ? [{ type: 'Released', data: { userId } }] : [];
      case 'Confirm':
        return owner === userId && !confirmed ? [{ type: 'Confirmed', data: { userId } }] : [];
      case 'ReleaseUnconfirmed':
        return owner === userId && !confirmed ? [{ type: 'Released', data: { userId } }] : [];
      case 'EndUse': {
        const { use } = command;
        return owner === userId && live.has(use) ? [{ type: 'Released', data: { userId, use } }] : [];
      }
    }
  },
  evolve(state, event) {
    const { owner, live, uses, confirmed } = state;
    if (event.type === 'Confirmed') return { ...state, confirmed: true };
    if (event.type === 'Reserved') {
      const use = uses + 1;
      return { owner: event.data.userId, live: new Set([...live, use]), uses: use, confirmed };
    }
    const { use: ended } = event.data;
    const left = new Set(ended === undefined ? [] : [...live].filter((use) => use !== ended));
    const isFree = left.size === 0;
    return { owner: isFree ? undefined : owner, live: left, uses, confirmed: confirmed && !isFree };
  },
  snapshotVersion: 2,
};
