import type { RaffleSeedEvent } from '../../contracts/events/raffle-seeds.ts';
import type { Decider } from '../decider.ts';

export const RAFFLE_SEEDS_STREAM = 'raffle-seeds';

export type Seed = RaffleSeedEvent['data'];

export type SeedsState = {
  /** The newest committed seed; its raffle may have used it already. */
  readonly newest: Seed | undefined;
};

export type CommitSeed = { readonly type: 'CommitSeed' } & Seed;

export const noSeeds: SeedsState = { newest: undefined };

/**
 * One seed a raffle, committed in the order of the raffles.
 * @param before what the stream `program` holds, read for this decision
 */
export function raffleSeeds(before: SeedsState): Decider<SeedsState, CommitSeed, RaffleSeedEvent> {
  return {
    initialState: noSeeds,
    decide: ({ number, hash }, own) => {
      if (number !== (newestSeed(before, own)?.number ?? 0) + 1) return [];
      return [{ type: 'SeedCommitted', data: { number, hash } }];
    },
    evolve: seedsAfter,
    snapshotVersion: 2,
  };
}

export function seedsAfter(_state: SeedsState, { data }: RaffleSeedEvent): SeedsState {
  return { newest: data };
}

/** Of one number the seed of the stream `raffle-seeds` counts: two releases side by side may both have committed it. */
export function newestSeed(before: SeedsState, own: SeedsState): Seed | undefined {
  if (!before.newest || !own.newest) return own.newest ?? before.newest;
  return before.newest.number > own.newest.number ? before.newest : own.newest;
}
