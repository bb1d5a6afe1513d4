import { logFault } from '../log.ts';
import { readBalance } from './read-balance.ts';
import { currentAccount } from './request-account.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';
import { isDemoWallet, METAMASK, type WalletId } from './wallets.ts';
import { lookAgain, watchWallet } from './watch-wallet.ts';

/**
 * On load: takes up the account that the wallet already shares, quietly, and from then on follows what it does: one that
 * is locked is opened later. Only `eth_accounts` is asked until there is an account. A demo wallet has nothing to take up.
 */
export function resumeWallet(walletId: WalletId): WalletThunk<Promise<void>> {
  return async (dispatch, getState, { wallets }) => {
    if (isDemoWallet(walletId) || getState().wallet.link) return;
    try {
      const provider = await wallets.open(walletId);
      if (!provider) return;
      dispatch(watchWallet(walletId, provider));
      const account = await currentAccount(provider);
      if (!account) return;
      dispatch(walletActions.resumed({ walletId, account, chainId: null, balance: null }));
      await dispatch(readBalance(provider));
    } catch (error) {
      logFault('wallet on load', error);
    }
  };
}

/** After the browser had kept the page for the way back: what the wallet told meanwhile was heard by other pages alone. */
export function rejoinWallet(): WalletThunk<Promise<void>> {
  return async (dispatch, getState, { wallets, lastWallet }) => {
    const { link } = getState().wallet;
    if (!link) return dispatch(resumeWallet(lastWallet() ?? METAMASK));
    if (isDemoWallet(link.walletId)) return;
    const provider = await wallets.open(link.walletId);
    if (provider) await dispatch(lookAgain(link.walletId, provider));
  };
}
