import type { AccountEvent } from '../../contracts/events/account.ts';
import type { Decider } from '../decider.ts';
import { account } from './account.ts';
import type { AccountCommand } from './commands.ts';
import type { AccountState } from './state.ts';

/** Several commands of one account in one append: each decides on what those before it did, and all happen or none. */
export const severalOfAccount: Decider<AccountState, readonly AccountCommand[], AccountEvent> = {
  ...account,
  decide(commands, state) {
    let after = state;
    return commands.flatMap((command) => {
      const events = account.decide(command, after);
      after = events.reduce(account.evolve, after);
      return events;
    });
  },
};
