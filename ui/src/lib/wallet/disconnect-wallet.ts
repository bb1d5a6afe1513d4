import { disconnectWallet as disconnectEndpoint } from '../../../../contracts/api/wallet.ts';
import { NoAnswer } from '../api/api-error.ts';
import { walletActions } from './wallet-slice.ts';
import type { WalletThunk } from './wallet-thunk.ts';

/**
 * Ends the session on the server first: what the page forgets before that would still be signed in.
 * @param account whose session is meant; undefined: whose the page shows
 */
export function disconnectWallet(account: string | undefined): WalletThunk<Promise<void>> {
  return async (dispatch, _getState, { api, watch }) => {
    const end = () => api.call(disconnectEndpoint, { wallet: account });
    // An answer that was lost may be that of an end: who is told to be connected still is not, and ended twice is ended.
    await end().catch((error: unknown) => {
      if (error instanceof NoAnswer) return end();
      throw error;
    });
    watch.stopAll();
    dispatch(walletActions.disconnected());
  };
}
