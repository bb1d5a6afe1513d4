import { logFault } from '../log.ts';
import { readChainId } from './ensure-network.ts';
import { readBalance } from './read-balance.ts';
import { currentAccount } from './request-account.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';
import { isDemoWallet, type WalletId } from './wallets.ts';
import { watchWallet } from './watch-wallet.ts';

/**
 * On load: takes up the account that the wallet already shares, quietly. Only `eth_accounts` is asked until
 * there is one. A demo wallet has nothing to take up.
 */
export function resumeWallet(walletId: WalletId): WalletThunk<Promise<void>> {
  return async (dispatch, getState, { wallets }) => {
    if (isDemoWallet(walletId) || getState().wallet.link) return;
    try {
      const provider = await wallets.open(walletId);
      if (!provider) return;
      const account = await currentAccount(provider);
      if (!account) return;
      const chainId = await readChainId(provider);
      dispatch(watchWallet(walletId, provider));
      dispatch(walletActions.resumed({ walletId, account, chainId, balance: null }));
      await dispatch(readBalance(provider));
    } catch (error) {
      logFault('wallet on load', error);
    }
  };
}
