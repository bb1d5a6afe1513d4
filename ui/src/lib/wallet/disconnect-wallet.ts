import { disconnectWallet as disconnectEndpoint } from '../../../../contracts/api/wallet.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';

/**
 * Ends the session on the server first: what the page forgets before that would still be signed in.
 * @param account whose session is meant, where that may not be the one that the page shows
 */
export function disconnectWallet(account?: string): WalletThunk<Promise<void>> {
  return async (dispatch, _getState, { api, watch }) => {
    await api.call(disconnectEndpoint, { wallet: account });
    watch.stopAll();
    dispatch(walletActions.disconnected());
  };
}
