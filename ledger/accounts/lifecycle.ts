import type { AccountEvent } from '../../contracts/events/account.ts';
import { granted } from './balance.ts';
import type { OpenAccount, RemoveAccount } from './commands.ts';
import type { AccountState } from './state.ts';

/**
 * Opening twice is one opening: two browsers may connect a new wallet at the same moment. The welcome bonus of an
 * account that had to wait for it comes with a later one, once.
 */
export function open(command: OpenAccount, state: AccountState): AccountEvent[] {
  const { walletAddress, referrerId, welcome } = command;
  const bonus = welcome && !state.welcomed && !state.removed ? [granted(welcome)] : [];
  if (state.opened) return bonus;
  return [
    { type: 'AccountOpened', data: { source: 'wallet', walletAddress, ...(referrerId && { referrerId }) } },
    ...bonus,
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
