import type { AccountEvent } from '../../contracts/events/account.ts';
import { granted } from './balance.ts';
import type { OpenAccount, RemoveAccount } from './commands.ts';
import type { AccountState } from './state.ts';

/** Opening twice is one opening: two browsers may connect a new wallet at the same moment. */
export function open(command: OpenAccount, state: AccountState): AccountEvent[] {
  if (state.opened) return [];
  const { walletAddress, referrerId, welcome } = command;
  return [
    { type: 'AccountOpened', data: { source: 'wallet', walletAddress, ...(referrerId && { referrerId }) } },
    granted(welcome),
  ];
}

/** Nothing is granted to an account that has no wallet. */
export function openByEmail(state: AccountState): AccountEvent[] {
  return state.opened ? [] : [{ type: 'AccountOpened', data: { source: 'email' } }];
}

export function remove({ reason }: RemoveAccount, state: AccountState): AccountEvent[] {
  return state.removed ? [] : [{ type: 'AccountRemoved', data: { reason } }];
}

export function reinstate(state: AccountState): AccountEvent[] {
  return state.removed ? [{ type: 'AccountReinstated', data: {} }] : [];
}
