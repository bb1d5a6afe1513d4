import type { AccountEvent } from '../../../contracts/events/account.ts';
import { formatEvo, parseSum } from '../../../contracts/money.ts';
import { type AccountState, pendingOf } from '../../accounts/state.ts';
import type { EventStore } from '../../event-store.ts';
import type { Fault } from './fault.ts';
import { type Rewritable, rewritten } from './rewritten-commands.ts';

/** Undoing a grant takes its amount back, whatever became of it since. */
export const undoTakesTwice: Fault = {
  name: 'undo-takes-twice',
  broken: {
    handler: (handler, store) => rewritten(handler, 'undo', (request) => revokingAnyway(request, store)),
  },
};

async function revokingAnyway(request: Rewritable, store: EventStore): Promise<Rewritable> {
  const { decider, stream } = request;
  const amounts = new Map<string, string>();
  for await (const event of store.readStream(stream, 0n)) {
    // Of an account's stream.
    const { type, data } = event as unknown as AccountEvent;
    if (type === 'RewardGranted') amounts.set(data.grantId, data.amount);
    if (type === 'RewardRevoked') amounts.delete(data.grantId);
  }
  return {
    ...request,
    decider: {
      ...decider,
      decide(command, state: AccountState) {
        const amount = amounts.get(command.grantId);
        const isRevoked = command.type === 'RevokeReward' && amount !== undefined;
        if (!isRevoked || parseSum(amount) > pendingOf(state)) return decider.decide(command, state);
        const { grantId, reason } = command;
        return [{ type: 'RewardRevoked', data: { grantId, amount, reason } }];
      },
    },
  };
}

/** A mass act takes what is there when it gets to an account, not what was there when it was asked for. */
export const massActTakesLater: Fault = {
  name: 'mass-act-takes-later',
  broken: { handler: (handler) => rewritten(handler, 'mass-act', takingAll) },
};

function takingAll(request: Rewritable): Rewritable {
  const { decider } = request;
  return {
    ...request,
    decider: {
      ...decider,
      decide(command, state: AccountState) {
        const pending = pendingOf(state);
        if (command.type === 'ClearBalance' && !state.removed && pending > 0n) {
          return [{ type: 'BalanceCleared', data: { amount: formatEvo(pending), reason: command.reason } }];
        }
        return decider.decide(command, state);
      },
    },
  };
}
