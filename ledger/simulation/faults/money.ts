import { formatEvo } from '../../../contracts/money.ts';
import { type AccountState, pendingOf } from '../../accounts/state.ts';
import type { Fault } from './fault.ts';
import { type Rewritable, rewritten } from './rewritten-commands.ts';

/** Undoing a grant takes its amount back, whatever became of it since. */
export const undoTakesTwice: Fault = {
  name: 'undo-takes-twice',
  strictness: { undoTakesOnlyItsOwn: true },
  broken: { handler: (handler) => rewritten(handler, 'undo', revokingAnyway) },
};

function revokingAnyway(request: Rewritable): Rewritable {
  const { decider } = request;
  return {
    ...request,
    decider: {
      ...decider,
      decide(compensation, state: AccountState) {
        const { command } = compensation;
        const amount = state.adminGrants.get(command.grantId);
        if (command.type !== 'RevokeReward' || amount === undefined)
          return decider.decide(compensation, state);
        const { grantId, reason } = command;
        return [{ type: 'RewardRevoked', data: { grantId, amount: formatEvo(amount), reason } }];
      },
    },
  };
}

/** A mass act takes what is there when it gets to an account, not what was there when it was asked for. */
export const massActTakesLater: Fault = {
  name: 'mass-act-takes-later',
  strictness: { massActsTakeNothingLater: true },
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
