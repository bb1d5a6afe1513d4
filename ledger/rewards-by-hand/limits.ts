import type { AccountEvent } from '../../contracts/events/account.ts';
import { account } from '../accounts/account.ts';
import type { AccountCommand } from '../accounts/commands.ts';
import type { AccountState } from '../accounts/state.ts';
import type { Decider } from '../decider.ts';
import { AccountFullByHand } from './errors.ts';

/** Base units. What is above `reward` or `day` needs a second admin; above `account` nobody sends anything. */
export type RewardLimits = {
  /** Of one reward that an admin sends alone. */
  readonly reward: bigint;
  /** Of all rewards that admins send alone on one UTC day. */
  readonly day: bigint;
  /** Of what an account has been granted when a reward by hand is added. */
  readonly account: bigint;
};

/** An account that rewards by hand fill up to a limit; what the program pays by its rules has bounds of its own. */
export function accountUpTo(most: bigint): Decider<AccountState, AccountCommand, AccountEvent> {
  return {
    ...account,
    decide(command, state) {
      const events = account.decide(command, state);
      if (events.reduce(account.evolve, state).granted > most) throw new AccountFullByHand(most);
      return events;
    },
  };
}
