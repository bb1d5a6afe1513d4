import type { AccountCommand } from '../../accounts/commands.ts';
import type { AccountState } from '../../accounts/state.ts';
import type { Fault } from './fault.ts';
import { type Rewritable, rewritten } from './rewritten-commands.ts';

/** What was sealed before an erasure is taken behind it, with a key that goes with the erasure. */
export const sealedBeforeErasure: Fault = {
  name: 'sealed-before-erasure',
  broken: {
    handler: (handler) =>
      ['sign-up-email', 'verify-email', 'connect-social', 'name-social-handle'].reduce(
        (broken, operation) => rewritten(broken, operation, takingAnySeal),
        handler,
      ),
  },
};

function takingAnySeal(request: Rewritable): Rewritable {
  const { decider } = request;
  return {
    ...request,
    decider: {
      ...decider,
      decide(command: AccountCommand | readonly AccountCommand[], state: AccountState) {
        const now = <One extends AccountCommand>(one: One) => ({ ...one, sealedAfter: state.erasures });
        return decider.decide(
          Array.isArray(command) ? command.map(now) : now(command as AccountCommand),
          state,
        );
      },
    },
  };
}
