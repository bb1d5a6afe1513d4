import type { AccountEvent } from '../../contracts/events/account.ts';
import type { Decider } from '../decider.ts';
import { claim, clear, grant, reset, restore, revoke, settlePrize, withinBounds } from './balance.ts';
import { holdClaims, releaseClaims } from './claim-hold.ts';
import type { AccountCommand } from './commands.ts';
import { signUpEmail, verifyEmail } from './email.ts';
import { checkIn, joinWhitelist } from './engagement.ts';
import { erasePersonalData } from './erase.ts';
import { AccountIsRemoved, AccountNotFound } from './errors.ts';
import { evolve } from './evolve.ts';
import { open, openByEmail, reinstate, remove } from './lifecycle.ts';
import { changeUsername } from './profile.ts';
import { confirmSocial, confirmTask, nameHandle } from './social.ts';
import { type AccountState, closedAccount } from './state.ts';

/** The account of one user: stream `account-<userId>`. */
export const account: Decider<AccountState, AccountCommand, AccountEvent> = {
  initialState: closedAccount,
  decide,
  evolve,
  snapshotVersion: 10,
};

/** Whatever an account is granted for, it is granted here. */
function decide(command: AccountCommand, state: AccountState): AccountEvent[] {
  return withinBounds(decisionOn(command, state), state);
}

function decisionOn(command: AccountCommand, state: AccountState): AccountEvent[] {
  if (command.type === 'OpenAccount') return open(command, state);
  if (command.type === 'OpenEmailAccount') return openByEmail(state);
  if (!state.opened) throw new AccountNotFound();
  if (command.type === 'ReinstateAccount') return reinstate(state);
  if (command.type === 'RemoveAccount') return remove(command, state);
  // Also what a removed account has left.
  if (command.type === 'ErasePersonalData') return erasePersonalData(command, state);
  // A mass reset goes over every account, removed ones too.
  if (command.type === 'ResetRewards') return reset(command, state);
  if (command.type === 'RestoreRewards') return restore(command, state);
  if (command.type === 'SettlePrize') return settlePrize(command, state);
  if (state.removed) throw new AccountIsRemoved();
  switch (command.type) {
    case 'ChangeUsername':
      return changeUsername(command, state);
    case 'GrantReward':
      return grant(command, state);
    case 'ClaimRewards':
      return claim(command, state);
    case 'HoldClaims':
      return holdClaims(command, state);
    case 'ReleaseClaims':
      return releaseClaims(command, state);
    case 'RevokeReward':
      return revoke(command, state);
    case 'ClearBalance':
      return clear(command, state);
    case 'NameSocialHandle':
      return nameHandle(command, state);
    case 'ConfirmSocial':
      return confirmSocial(command, state);
    case 'ConfirmTask':
      return confirmTask(command, state);
    case 'SignUpEmail':
      return signUpEmail(command, state);
    case 'VerifyEmail':
      return verifyEmail(command, state);
    case 'CheckIn':
      return checkIn(command, state);
    case 'JoinWhitelist':
      return joinWhitelist(state);
  }
}
