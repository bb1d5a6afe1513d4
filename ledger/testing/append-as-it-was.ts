import type { AccountEvent } from '../../contracts/events/account.ts';
import { streamOf } from '../../contracts/events/ledger-event.ts';
import type { LedgerPosition } from '../../contracts/ledger-position.ts';
import type { Decider } from '../decider.ts';
import type { EventStore } from '../event-store.ts';
import { createCommandHandler } from '../handle-command.ts';
import { testContext } from './start-ledger.ts';

/**
 * Appends to an account what a program could have decided that knew no bounds of grants yet.
 * @returns the position of the last event
 */
export async function appendAsItWas(
  store: EventStore,
  userId: string,
  events: readonly AccountEvent[],
): Promise<LedgerPosition> {
  // A handler of its own: this decider's state is none that others may go on with.
  const handler = createCommandHandler(store);
  let last: LedgerPosition | undefined;
  for (const event of events) {
    const stream = streamOf('account', userId);
    const told = await handler.handle({
      ...testContext(),
      stream,
      decider: asItWas,
      command: event,
      input: {},
    });
    last = told.position;
  }
  if (!last) throw new Error('nothing was appended');
  return last;
}

const asItWas: Decider<undefined, AccountEvent, AccountEvent> = {
  initialState: undefined,
  decide: (event) => [event],
  evolve: () => undefined,
};
