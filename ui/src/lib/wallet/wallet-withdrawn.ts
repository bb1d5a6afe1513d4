import type { WalletThunk } from './wallet-thunk.ts';
import type { WalletId } from './wallets.ts';

/**
 * What follows when a wallet shares no account with this site any more: whoever opens the page next is not its person.
 * Where another wallet has signed in since, in another tab say, the session is not this one's to end.
 */
export function walletWithdrawn(walletId: WalletId): WalletThunk<void> {
  return (_dispatch, _getState, { lastWallet, onWithdrawn }) => {
    // A browser that forbids storage knows of no other one.
    if ((lastWallet() ?? walletId) === walletId) onWithdrawn();
  };
}
